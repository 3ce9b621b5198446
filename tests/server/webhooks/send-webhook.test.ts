import { createAddressPolicy } from '#server/webhooks/address-policy.ts'
import { sendWebhook } from '#server/webhooks/send-webhook.ts'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'

const onLoopback = createAddressPolicy(['127.0.0.0/8'])
const onPublic = createAddressPolicy([])
const signal = new AbortController().signal

describe('the addresses that webhooks may be sent to', () => {
  test('are public, unless the operator allows others', () => {
    for (const address of ['93.184.215.14', '8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'])
      expect([address, onPublic.isAllowed(address)]).toEqual([address, true])
    for (const address of [
      ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.100.100.200'],
      ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '::', '::1', 'fe80::1', 'fd00:ec2::254', 'ff02::1'],
      ...[
        '::ffff:127.0.0.1',
        '::ffff:8.8.8.8',
        '64:ff9b::7f00:1',
        '2002:7f00:1::',
        '2001:db8::1',
        '2001::1',
        'no address',
      ],
    ])
      expect([address, onPublic.isAllowed(address)]).toEqual([address, false])
    expect(onLoopback.isAllowed('127.0.0.1')).toBe(true)
    expect(onLoopback.isAllowed('10.0.0.1')).toBe(false)
  })
})

describe('a request', () => {
  let server: Bun.Server<undefined>
  let answer: (request: Request) => Response | Promise<Response>
  const hosts: (string | null)[] = []
  beforeAll(() => {
    server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: (request) => {
        hosts.push(request.headers.get('host'))
        return answer(request)
      },
    })
  })
  afterAll(() => server.stop(true))

  const send = (host: string, addresses: string[], options: { limitMs?: number; policy?: typeof onPublic } = {}) => {
    const lookups: string[] = []
    const result = sendWebhook(
      { url: `http://${host}:${server.port}/`, headers: new Headers(), body: '{}' },
      {
        policy: options.policy ?? onLoopback,
        signal,
        ...(options.limitMs !== undefined && { timeoutMs: options.limitMs }),
        resolve: async (name) => {
          lookups.push(name)
          return addresses
        },
      },
    )
    return result.then((value) => ({ ...value, lookups }))
  }

  test('goes to the address that was checked, looked up once, with the name of the host', async () => {
    answer = () => new Response('fine')
    const result = await send('shop.example', ['127.0.0.1'])
    expect(result).toEqual({ status: 200, error: null, response: 'fine', lookups: ['shop.example'] })
    expect(hosts.at(-1)).toBe(`shop.example:${server.port}`)
  })

  test.each([
    [['10.0.0.1'], 'address-not-allowed'],
    [['127.0.0.1', '169.254.169.254'], 'address-not-allowed'],
    [['93.184.215.14'], 'insecure'],
    [[], 'host-not-found'],
  ])('is not sent to a name with the addresses %p', async (addresses, error) => {
    const before = hosts.length
    expect(await send('shop.example', addresses)).toMatchObject({ status: null, error })
    expect(hosts).toHaveLength(before)
  })

  test('ends with a timeout when nothing is answered, and keeps the status of an answer that never ends', async () => {
    answer = () => new Promise(() => {})
    expect(await send('shop.example', ['127.0.0.1'], { limitMs: 50 })).toMatchObject({ status: null, error: 'timeout' })
    answer = () => new Response(new ReadableStream({ start: (controller) => controller.enqueue('begin') }))
    // Enough for the status to arrive on a busy machine.
    expect(await send('shop.example', ['127.0.0.1'], { limitMs: 1000 })).toMatchObject({ status: 200, error: null })
  })

  test('reads no more than the beginning of an answer', async () => {
    let isCancelled = false
    answer = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue('x'.repeat(1000)),
          cancel: () => void (isCancelled = true),
        }),
      )
    const { response, status } = await send('shop.example', ['127.0.0.1'])
    expect([status, response.length]).toEqual([200, 1000])
    while (!isCancelled) await Bun.sleep(5)
  })

  test('to an address where nothing listens says that the connection failed', async () => {
    const url = 'http://127.0.0.1:1/'
    const result = await sendWebhook({ url, headers: new Headers(), body: '' }, { policy: onLoopback, signal })
    expect(result).toMatchObject({ status: null, error: 'connection' })
  })
})
