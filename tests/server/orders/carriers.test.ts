import type { CarrierView } from '#shared/orders/document-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let admin: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    admin = await kontor.createUser('admin')
  })

  const add = async (carrierName: string, trackingUrl: string, actor = admin) => {
    const response = await actor.fetch('/api/carriers', { json: { carrierName, trackingUrl } })
    return {
      status: response.status,
      answer: (await response.json()) as { carriers: CarrierView[] } & Omit<Problem, 'status'>,
    }
  }
  const loadTrackingUrl = async (actor: Pick<TestUser, 'fetch'> = admin): Promise<string | null | undefined> =>
    ((await (await actor.fetch('/api/orders/SO260301-00001')).json()) as OrderView).shipments[0]?.trackingUrl
  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  test('an added carrier links the tracking numbers of its shipments until it is removed', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1)])
    const json = { carrier: 'own  VAN', trackingNumber: 'A/1 &2', version: 1 }
    expect((await admin.fetch('/api/orders/SO260301-00001/shipments', { json })).status).toBe(201)
    expect(await loadTrackingUrl()).toBeNull()
    const { status, answer } = await add('Own van', 'https://van.example/?q={number}')
    expect(status).toBe(201)
    expect(answer.carriers).toMatchObject([{ name: 'Own van', trackingUrl: 'https://van.example/?q={number}' }])
    expect(await loadTrackingUrl()).toBe('https://van.example/?q=A%2F1%262')
    expect(await loadTrackingUrl(await kontor.createUser('viewer'))).toBeNull()
    await expectVerified()
    const removal = await admin.fetch(`/api/carriers/${answer.carriers[0]?.id}/removal`, { json: {} })
    expect([removal.status, await removal.json()]).toEqual([200, { carriers: [] }])
    expect(await loadTrackingUrl()).toBeNull()
    await expectVerified()
  })

  test('a carrier is added once, whoever adds it and however its name is written', async () => {
    const answers = await Promise.all([
      add('Own van', 'https://a.example/{number}'),
      add('own VAN', 'https://b.example/{number}'),
      add('ＯＷＮ van', 'https://c.example/{number}'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.answer.errors).toEqual([
      { pointer: '/carrierName', detail: 'A carrier with this name already exists.' },
    ])
    await expectVerified()
  })

  test('a tracking URL that could lead elsewhere is rejected', async () => {
    for (const url of ['javascript:alert({number})', 'http://a.example/{number}', 'https://{number}.example/', 'x']) {
      const { status, answer } = await add('Own van', url)
      expect([url, status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([url, 422, ['/trackingUrl']])
    }
  })

  test('those who ship see the carriers, those who manage them add some', async () => {
    const clerk = await kontor.createUser('operations')
    expect((await add('Own van', 'https://a.example/{number}', clerk)).status).toBe(403)
    expect((await clerk.fetch('/api/carriers')).status).toBe(200)
    expect((await (await kontor.createUser('viewer')).fetch('/api/carriers')).status).toBe(403)
  })
})
