import { attachmentLimitBytes, maxAttachments } from '#shared/constants.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

const number = 'SO260301-00001'
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4])

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations', { name: 'Li Na' })
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2)])
  })

  type Answer = OrderView & Omit<Problem, 'status'>
  const attach = async (content: Uint8Array | string, name = 'parcel.png', user = clerk) => {
    const body = new FormData()
    body.set('file', new File([content as BlobPart], name))
    const response = await user.fetch(`/api/orders/${number}/attachments`, { method: 'POST', body })
    return { status: response.status, answer: (await response.json()) as Answer }
  }
  const attachedId = async (content: Uint8Array | string = png, name?: string): Promise<string> =>
    (await attach(content, name)).answer.attachments.at(-1)?.id ?? ''
  const download = (id: string, query = '', user = clerk) =>
    user.fetch(`/api/orders/${number}/attachments/${id}${query}`)
  const remove = (id: string, user = clerk) =>
    user.fetch(`/api/orders/${number}/attachments/${id}`, { method: 'DELETE' })
  const load = async (user = clerk): Promise<OrderView> =>
    (await (await user.fetch(`/api/orders/${number}`)).json()) as OrderView
  const countChunks = async (): Promise<number> =>
    (await kontor.kontor.database.read.selectFrom('attachment_chunks').select('position').execute()).length

  const expectVerified = async (): Promise<void> => {
    const checks = await checkRows(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  }

  test('a file is kept with its name, size and author, and comes back byte for byte', async () => {
    // Several pieces, the last one not full.
    const content = Uint8Array.from({ length: 300_001 }, (_unused, index) => (index * 7919) % 256)
    const { status, answer } = await attach(content, 'customs form.bin')
    expect([status, answer.version]).toEqual([201, 1])
    expect(answer.attachments).toMatchObject([
      {
        name: 'customs form.bin',
        contentType: 'application/octet-stream',
        sizeBytes: 300_001,
        author: 'Li Na',
        createdAt: kontor.clock.now,
      },
    ])
    expect(answer.events[0]).toMatchObject({
      action: 'order.file_attached',
      changes: [{ from: null, to: 'customs form.bin' }],
    })
    const response = await download(answer.attachments[0]?.id ?? '')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(content)
    await expectVerified()
  })

  test('the type follows from the content, whatever the name says', async () => {
    const contents: [content: Uint8Array | string, type: string][] = [
      [png, 'image/png'],
      [new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
      ['GIF89a…', 'image/gif'],
      ['RIFF1234WEBPVP8 ', 'image/webp'],
      ['%PDF-1.7', 'application/pdf'],
      ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'application/octet-stream'],
      ['<!doctype html><script>alert(1)</script>', 'application/octet-stream'],
      ['P', 'application/octet-stream'],
    ]
    for (const [content, type] of contents) {
      const { attachments } = (await attach(content, 'parcel.png')).answer
      expect(attachments.at(-1)?.contentType as string).toBe(type)
    }
    await expectVerified()
  })

  test('a file is a download that nothing runs; only images and PDF files are shown, in a sandbox', async () => {
    const ids = {
      png: await attachedId(),
      pdf: await attachedId('%PDF-1.7', 'a.pdf'),
      html: await attachedId('<script>alert(1)</script>', 'a.html'),
    }
    for (const [id, query, disposition] of [
      [ids.png, '', 'attachment'],
      [ids.png, '?inline=1', 'inline'],
      [ids.pdf, '', 'attachment'],
      [ids.pdf, '?inline=1', 'inline'],
      [ids.html, '?inline=1', 'attachment'],
    ] as const) {
      const { headers } = await download(id, query)
      expect(headers.get('content-disposition')?.split(';')[0]).toBe(disposition)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).toContain('sandbox')
    }
  })

  test('a hostile name loses its folders and invisible characters, and stays in its header', async () => {
    const id = await attachedId(png, '../../etc/a"\r\nX-Evil: 1\u202egnp.exe; 发票.png')
    const { attachments } = await load()
    expect(attachments[0]?.name).toMatch(/^a.*X-Evil: 1gnp\.exe; 发票\.png$/)
    const { headers } = await download(id)
    expect(headers.get('x-evil')).toBeNull()
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.%!-]+$/,
    )
  })

  test('a removed file is gone, with its content', async () => {
    const id = await attachedId()
    const response = await remove(id)
    expect(((await response.json()) as Answer).attachments).toEqual([])
    expect([(await download(id)).status, (await remove(id)).status, await countChunks()]).toEqual([404, 404, 0])
    expect((await load()).events[0]).toMatchObject({
      action: 'order.file_removed',
      changes: [{ from: 'parcel.png', to: null }],
    })
    await expectVerified()
  })

  test('an order has ten files at most, also when several come at once', async () => {
    for (let index = 0; index < maxAttachments - 2; index++) await attach(png)
    const answers = await Promise.all([1, 2, 3, 4].map(() => attach(png)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422])
    const { status, answer } = await attach(png)
    expect([status, answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/file']])
    expect([(await load()).attachments.length, await countChunks()]).toEqual([maxAttachments, maxAttachments])
    await expectVerified()
  })

  test('a file that is empty, missing or too large changes nothing', async () => {
    const empty = await attach('')
    expect([empty.status, empty.answer.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/file']])
    const large = await attach(new Uint8Array(attachmentLimitBytes + 1))
    expect([large.status, large.answer.errors?.map(({ detail }) => detail)]).toEqual([
      422,
      ['Choose a file of 10 MB or less.'],
    ])
    const missing = await clerk.fetch(`/api/orders/${number}/attachments`, { method: 'POST', body: new FormData() })
    expect(missing.status).toBeGreaterThanOrEqual(400)
    expect(missing.status).toBeLessThan(500)
    expect((await attach(new Uint8Array(attachmentLimitBytes))).status).toBe(201)
  })

  test('a viewer neither sees, reads, adds nor removes files, and a file belongs to its order', async () => {
    const id = await attachedId()
    const viewer = await kontor.createUser('viewer')
    expect((await load(viewer)).attachments).toEqual([])
    expect((await download(id, '', viewer)).status).toBe(403)
    expect((await attach(png, 'a.png', viewer)).status).toBe(403)
    expect((await remove(id, viewer)).status).toBe(403)
    expect((await clerk.fetch(`/api/orders/SO260301-00002/attachments/${id}`)).status).toBe(404)
  })

  test('pieces of an interrupted upload are removed by a later one', async () => {
    const old = Bun.randomUUIDv7('hex', Date.now() - 7_200_000)
    const running = Bun.randomUUIDv7()
    await kontor.kontor.database.inTransaction(async (transaction) => {
      for (const attachment_id of [old, running]) {
        await transaction.insertInto('unfinished_uploads').values({ attachment_id }).execute()
        await transaction.insertInto('attachment_chunks').values({ attachment_id, position: 0, content: '' }).execute()
      }
    })
    await expectVerified()
    const id = await attachedId()
    const chunks = await kontor.kontor.database.read.selectFrom('attachment_chunks').select('attachment_id').execute()
    expect(chunks.map(({ attachment_id }) => attachment_id).toSorted()).toEqual([running, id].toSorted())
    const unfinished = await kontor.kontor.database.read.selectFrom('unfinished_uploads').selectAll().execute()
    expect(unfinished.map(({ attachment_id }) => attachment_id)).toEqual([running])
  })
})
