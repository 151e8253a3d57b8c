import { graphql } from '../gql/index.ts';
import { useChange, useData } from '../lib/client.ts';
import { moment, phone, plural } from '../lib/format.ts';
import { Link } from '../lib/router.tsx';
import { Button } from '../ui/dialog.tsx';
import { Message } from '../ui/form.tsx';
import { Answer, Badge, Card, Facts, Page } from '../ui/parts.tsx';

const Contact = graphql(`
  query Contact($id: ID!) {
    contact(id: $id) {
      id name number email timezone networkBrand foreignId unsubscribedAt createdAt country { id name }
      tags(first: 50) { id name } messagesCount
      messages(first: 20) { id status finalText sentAt createdAt isClicked smsCampaign { id name } } callsCount
      calls(first: 20) { id status callOutcome createdAt voiceCampaign { id name } }
    }
  }
`);
const Suppress = graphql(`
  mutation SuppressContact($id: ID!, $input: SuppressContactInput) {
    suppressContact(id: $id, input: $input) { id unsubscribedAt }
  }
`);
const Unsuppress = graphql(`
  mutation UnsuppressContact($id: ID!) { unsuppressContact(id: $id) { id unsubscribedAt } }
`);

export function ContactPage({ id }: { id: string }) {
  const answer = useData(Contact, { id });
  const suppress = useChange(Suppress);
  const unsuppress = useChange(Unsuppress);
  const reason = 'Set by hand in the dashboard.';
  return (
    <Answer of={answer}>
      {({ contact }) => (
        <Page
          back={['/contacts', 'Contacts']}
          title={contact.name ?? phone(contact.number)}
          actions={
            contact.unsubscribedAt ? (
              <Button text="May be contacted again" disabled={unsuppress.busy} act={() => unsuppress.change({ id })} />
            ) : (
              <Button
                text="Do not contact"
                disabled={suppress.busy}
                act={() => suppress.change({ id, input: { reason } })}
              />
            )
          }
        >
          <Message text={suppress.message ?? unsuppress.message} />
          <div className="columns">
            <Card title="Contact">
              <Facts
                of={[
                  ['Number', phone(contact.number)],
                  ['E-mail', contact.email],
                  ['Country', contact.country?.name],
                  ['Network', contact.networkBrand],
                  ['Time zone', contact.timezone ?? 'that of the country'],
                  ['Foreign id', contact.foreignId],
                  ['Tags', contact.tags.map((tag) => <Badge key={tag.id} value={tag.name} />)],
                  ['Since', moment(contact.createdAt)],
                  contact.unsubscribedAt != null && ['Unsubscribed', moment(contact.unsubscribedAt)],
                ]}
              />
            </Card>
            <Card title={plural(contact.messagesCount, 'message')}>
              <ol className="timeline">
                {contact.messages.map(({ id, status, sentAt, createdAt, isClicked, smsCampaign, finalText }) => (
                  <li key={id}>
                    <header>
                      <Badge value={status} />
                      <small>
                        {moment(sentAt ?? createdAt)}
                        {isClicked && ' · clicked'}
                      </small>
                      {smsCampaign && <Link to={`/campaigns/${smsCampaign.id}`} text={smsCampaign.name} />}
                    </header>
                    <span>{finalText}</span>
                  </li>
                ))}
              </ol>
            </Card>
            <Card title={plural(contact.callsCount, 'call')}>
              <ol className="timeline">
                {contact.calls.map(({ id, status, callOutcome, createdAt, voiceCampaign }) => (
                  <li key={id}>
                    <header>
                      <Badge value={callOutcome ?? status} />
                      <Link to={`/calls/${id}`} text={moment(createdAt)} />
                      {voiceCampaign && <Link to={`/voice-campaigns/${voiceCampaign.id}`} text={voiceCampaign.name} />}
                    </header>
                  </li>
                ))}
              </ol>
            </Card>
          </div>
        </Page>
      )}
    </Answer>
  );
}
