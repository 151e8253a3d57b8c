import { isPrivateHost, isPublic } from 'outgoing-requests';
import { describe, expect, test } from 'vitest';

describe('the table of ranges', () => {
  test.each([
    // Services of a cloud's own hosts: AWS, Azure, Google, Alibaba, Oracle, IBM, Tencent.
    ...[
      '169.254.169.254',
      '169.254.170.2',
      '168.63.129.16',
      '100.100.100.200',
      '192.0.0.192',
      '161.26.0.10',
      '166.9.0.1',
    ],
    ...['169.254.0.23', 'fd00:ec2::254', 'fd20:ce::254'],
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '127.0.0.1', '127.255.255.254', '172.31.255.255', '192.168.1.1', '192.0.2.1'],
    '100.64.0.1',
    ...['192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    // IPv4 addresses in IPv6: compatible, mapped, translated, NAT64, 6to4, Teredo.
    ...['::', '::1', '::2', '::7f00:1', '::10.0.0.1', '::93.184.216.34', '::ffff:10.0.0.1', '::ffff:93.184.216.34'],
    ...[
      '::ffff:0:10.0.0.1',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b::5db8:d822',
      '64:ff9b:1::a00:1',
      '2002:a9fe:a9fe::1',
      '2001::1',
    ],
    ...['fc00::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '100::1', '1::1', '3fff::1', '4000::1', '5f00::1'],
    '2001:db8::1',
  ])('has %s as private', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  test.each(['93.184.216.34', '8.8.8.8', '168.63.129.17', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450:4001::200e'])(
    'has %s as public',
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );

  test('knows the names of this machine and of private networks', () => {
    const names = ['localhost', 'LOCALHOST.', 'a.localhost', '[::1]', 'localhost.localdomain', 'nas.local'];
    const ofNetworks = [
      'metadata.google.internal',
      'host.docker.internal',
      'ip-10-0-0-1.EC2.internal.',
      'sms.home.arpa',
    ];
    expect([...names, ...ofNetworks].filter((host) => !isPrivateHost(host))).toEqual([]);
    const others = [
      'localhost.example',
      'notlocalhost',
      'sms.example.com',
      'internal.example',
      'mylocal',
      'home.example',
    ];
    expect(others.filter(isPrivateHost)).toEqual([]);
  });
});
