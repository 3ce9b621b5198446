import { networkKindOf } from '#shared/staff/network-kind.ts'
import { expect, test } from 'bun:test'

test('an address says whether it is of the server, of a local network or of the internet', () => {
  const kindsOf = (...ips: string[]) => [...new Set(ips.map(networkKindOf))]
  expect(kindsOf('127.0.0.1', '127.1.2.3', '::1')).toEqual(['server'])
  expect(
    kindsOf(
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.1',
      '192.168.1.20',
      '169.254.1.1',
      '100.64.0.1',
      '100.127.0.1',
      'fd12::1',
      'FE80::1',
    ),
  ).toEqual(['local'])
  expect(
    kindsOf(
      '8.8.8.8',
      '110.0.0.1',
      '172.15.0.1',
      '172.32.0.1',
      '192.169.0.1',
      '100.63.0.1',
      '100.128.0.1',
      '2001:db8::1',
      '::12',
      '',
    ),
  ).toEqual([undefined])
})
