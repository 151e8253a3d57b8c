# Submits messages of four kinds with Net::SMPP and prints what comes back, a line each:
# "submitted <id> <text>" for a message (for its last part, where it has several), "receipt <id> <stat>" for a receipt.
# usage: net-smpp.pl <port> <username> <password> <messages>
use strict;
use warnings;
use Encode qw(encode);
use Net::SMPP;

binmode STDOUT, ':utf8';
$| = 1;
my ($port, $username, $password, $messages) = @ARGV;
my ($smpp, $bound) = Net::SMPP->new_transceiver('127.0.0.1', port => $port, system_id => $username, password => $password);
die "not bound\n" if !$bound || $bound->status != 0;

my (%texts, $receipts_due, $receipts);

sub submit {
    my ($number, $text, %fields) = @_;
    my $seq = $smpp->submit_sm(
        source_addr_ton => 5, source_addr => 'Acme', dest_addr_ton => 1, destination_addr => 4915112345000 + $number,
        registered_delivery => 1, data_coding => 0, async => 1, %fields,
    );
    $texts{$seq} = $text;
    $receipts_due++;
    # At most ten are unanswered.
    take() while keys %texts >= 10;
}

sub take {
    my $pdu = $smpp->read_pdu() or die "disconnected\n";
    if ($pdu->cmd == Net::SMPP::CMD_submit_sm_resp) {
        die sprintf("refused with 0x%x\n", $pdu->status) if $pdu->status != 0;
        my $text = delete $texts{ $pdu->seq };
        print "submitted $pdu->{message_id} $text\n";
    }
    elsif ($pdu->cmd == Net::SMPP::CMD_deliver_sm) {
        $smpp->deliver_sm_resp(seq => $pdu->seq, message_id => '');
        my ($id, $stat) = $pdu->{short_message} =~ /^id:(\S+) .* stat:(\S+)/ or die "no receipt: $pdu->{short_message}\n";
        print "receipt $id $stat\n";
        $receipts++;
    }
    elsif ($pdu->cmd == Net::SMPP::CMD_enquire_link) { $smpp->enquire_link_resp(seq => $pdu->seq) }
    else { die sprintf("command 0x%x\n", $pdu->cmd) }
}

for my $number (1 .. $messages) {
    my $kind = $number % 4;
    if ($kind == 0) { submit($number, "Plain $number", short_message => "Plain $number") }
    elsif ($kind == 1) {
        my @parts = ("Parts $number " . 'a' x 130, 'b' x 100);
        for my $at (0, 1) {
            my $header = pack 'C6', 5, 0, 3, $number % 256, 2, $at + 1;
            submit($number, "part $number " . ($at + 1), esm_class => 0x40, short_message => $header . $parts[$at]);
        }
    }
    elsif ($kind == 2) {
        my $text = "Payload $number " . 'c' x 380;
        submit($number, $text, short_message => '', message_payload => $text);
    }
    else {
        my $text = "\x{41f}\x{440}\x{438}\x{432}\x{435}\x{442} $number";
        submit($number, $text, data_coding => 8, short_message => encode('UCS-2BE', $text));
    }
}
take() while %texts || ($receipts // 0) < $receipts_due;
$smpp->unbind();
