import { type Part, parseMultipart } from '#server/http/multipart.ts'
import { ensureUploadsFolder, TempUploads, purgeStaleUploads } from '#server/http/temp-uploads.ts'
import { UploadError } from '#server/files/temp-file.ts'
import { ProblemError } from '#shared/problem.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

allowSlowTests()

let folder: string
let tempUploads: TempUploads
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-uploads-'))
  tempUploads = new TempUploads(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const listUploads = (): string[] => (existsSync(join(folder, 'uploads')) ? readdirSync(join(folder, 'uploads')) : [])

/** A body that arrives in chunks of these sizes, repeated. */
function streamInChunks(bytes: Uint8Array, sizes: readonly number[]): ReadableStream<Uint8Array> {
  let [at, chunkIndex] = [0, 0]
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close()
      const size = sizes[chunkIndex++ % sizes.length] ?? bytes.length
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

const contentType = 'multipart/form-data; boundary=b0'
const read = (body: string | Uint8Array, sizes: readonly number[] = [1000], textLimit = 1000): Promise<Part[]> =>
  parseMultipart(
    streamInChunks(typeof body === 'string' ? new TextEncoder().encode(body) : body, sizes),
    contentType,
    tempUploads,
    textLimit,
  )
const part = (disposition: string, value: string, ...headers: string[]): string =>
  `--b0\r\n${[`Content-Disposition: form-data; ${disposition}`, ...headers].join('\r\n')}\r\n\r\n${value}\r\n`
const end = '--b0--\r\n'

describe('a multipart body', () => {
  test('is read whatever its parts contain and wherever chunks end', async () => {
    const anyText = fc.string({ unit: 'binary' }).map((text) => text.replace(/^\uFEFF/, ''))
    const almost = fc.constantFrom('\r\n', '\r\n--', '\r\n--b', '0', '-', '\r', '')
    const anyBytes = fc
      .tuple(fc.uint8Array({ maxLength: 50 }), almost, fc.uint8Array({ maxLength: 50 }), almost)
      .map((pieces) => new Uint8Array(Buffer.concat(pieces.map((piece) => Buffer.from(piece)))))
      // The content never contains the boundary.
      .filter((bytes) => !Buffer.from(bytes).includes('--b0'))
    const anyPart = fc.oneof(
      fc.record({ name: fc.stringMatching(/^[\w é雪]+$/), text: anyText }),
      fc.record({
        name: fc.stringMatching(/^[\w é雪]+$/),
        fileName: fc.stringMatching(/^[\w é雪;=.]*$/),
        bytes: anyBytes,
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPart, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        async (parts, sizes) => {
          const pieces = parts.flatMap((each) => {
            const file = 'bytes' in each ? `; filename="${each.fileName}"` : ''
            return [
              part(`name="${each.name}"${file}`, '').slice(0, -2),
              'bytes' in each ? each.bytes : each.text,
              '\r\n',
            ]
          })
          const body = await new Blob([...pieces, end]).bytes()
          const found = await read(body, sizes)
          const actual = found.map(async ({ name, value }) =>
            value instanceof File ? { name, fileName: value.name, bytes: await value.bytes() } : { name, text: value },
          )
          expect(await Promise.all(actual)).toEqual(parts)
          await tempUploads.release()
          expect(listUploads()).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('of any length is read in chunks of any size', async () => {
    const content = Buffer.alloc(700_000, 'long text of a file\r\n--b')
    const body = Buffer.concat([
      Buffer.from(part('name="file"; filename="x"', '~').split('~')[0] ?? ''),
      content,
      Buffer.from(`\r\n${part('name="dryRun"', '1')}${end}`),
    ])
    for (const size of [1000, 16_384, 65_536, 300_000, body.length])
      for (const bytes of [
        body,
        Buffer.concat([Buffer.from(part('name="a"; filename="y"', 'y'.repeat(99_999))), body]),
      ]) {
        const parts = await read(bytes, [size])
        const file = parts.at(-2)?.value as File
        expect([file.size, Buffer.from(await file.bytes()).equals(content), parts.at(-1)?.value]).toEqual([
          content.length,
          true,
          '1',
        ])
      }
  })

  test('gives a file the content type of its part, and the field no file when none was chosen', async () => {
    const body =
      part('name="file"; filename="orders.csv"', 'a', 'Content-Type: text/csv; charset=gb18030') +
      part('name=plain; filename=x', 'b') +
      part('name="file"; filename=""', '', 'Content-Type: application/octet-stream') +
      end
    const files = (await read(body)).map(({ name, value }) => {
      const { name: fileName, type: claimed, size } = value as File
      return [name, fileName, claimed, size]
    })
    expect(files).toEqual([
      ['file', 'orders.csv', 'text/csv; charset=gb18030', 1],
      ['plain', 'x', '', 1],
      ['file', '', 'application/octet-stream', 0],
    ])
  })

  test('keeps a file readable for its owner only, until the response that needs it has been read', async () => {
    const [{ value } = { value: '' }] = await read(part('name="file"; filename="x"', 'content') + end)
    const [name = ''] = listUploads()
    expect(statSync(join(folder, 'uploads', name)).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'uploads')).mode & 0o777).toBe(0o700)
    const answer = tempUploads.retainUntilRead(new Response(value as File).body as ReadableStream<Uint8Array>)
    await tempUploads.release()
    expect(listUploads()).toEqual([name])
    expect(await new Response(answer).text()).toBe('content')
    expect(listUploads()).toEqual([])
  })

  test('removes a file when the response is cancelled or fails', async () => {
    for (const abort of [
      (answer: ReadableStream) => answer.cancel(),
      async (answer: ReadableStream) => {
        await expect(new Response(answer).text()).rejects.toThrow('on purpose')
      },
    ]) {
      await read(part('name="file"; filename="x"', 'content') + end)
      let pulled = 0
      const broken = new ReadableStream<Uint8Array>({
        pull: (controller) =>
          pulled++ === 0 ? controller.enqueue(new Uint8Array(1)) : controller.error(new Error('on purpose')),
      })
      const answer = tempUploads.retainUntilRead(broken)
      expect(listUploads()).toHaveLength(1)
      await abort(answer)
      expect(listUploads()).toEqual([])
      tempUploads = new TempUploads(folder)
    }
  })

  test('keeps a file until a cancelled response has ended', async () => {
    await read(part('name="file"; filename="x"', 'content') + end)
    const { promise: cancelDone, resolve } = Promise.withResolvers<void>()
    const slow = new ReadableStream<Uint8Array>({ cancel: () => cancelDone })
    const answer = tempUploads.retainUntilRead(slow).getReader()
    void answer.read().catch(() => {})
    await Bun.sleep(1)
    const cancelling = answer.cancel()
    await Bun.sleep(20)
    expect(listUploads()).toHaveLength(1)
    resolve()
    await cancelling
    expect(listUploads()).toEqual([])
  })

  const validBody = part('name="note"', 'text') + part('name="file"; filename="x"', 'y'.repeat(200)) + end
  const malformed: [string, string][] = [
    ['nothing', ''],
    ['no parts but text', 'just text'],
    ['a part without a name', `--b0\r\nContent-Disposition: form-data\r\n\r\nx\r\n${end}`],
    ['a part of another kind', `--b0\r\nContent-Disposition: attachment; name="x"\r\n\r\nx\r\n${end}`],
    ['a part without a head', `--b0\r\n\r\nx\r\n${end}`],
    ['a head that does not end', `--b0\r\nContent-Disposition: form-data; name="x"\r\n${end}`],
    ['too many parts', part('name="x"', '1').repeat(101) + end],
    ...Array.from({ length: validBody.length / 7 }, (_each, index): [string, string] => [
      `only its first ${index * 7} characters`,
      validBody.slice(0, index * 7),
    ]),
  ]
  test.each(malformed)('of %s is malformed and leaves nothing behind', async (_what, body) => {
    for (const sizes of [[1000], [3]]) expect((await catchProblem(read(body, sizes))).problem).toBe('malformed-body')
    await tempUploads.release()
    expect(listUploads()).toEqual([])
  })

  test('that is not UTF-8 or has no boundary is malformed', async () => {
    const [before = '', after = ''] = (part('name="x"', '~') + end).split('~')
    expect(
      (await catchProblem(read(Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)])))).problem,
    ).toBe('malformed-body')
    for (const boundary of ['multipart/form-data', `multipart/form-data; boundary=${'x'.repeat(71)}`])
      expect(
        (await catchProblem(parseMultipart(streamInChunks(new Uint8Array(), [1]), boundary, tempUploads, 10))).problem,
      ).toBe('malformed-body')
  })

  test('with too much text is too large, in one field or in many', async () => {
    const fields = part('name="x"', 'x'.repeat(60)) + part('name="y"', 'y'.repeat(60))
    const file = part('name="file"; filename="x"', 'z'.repeat(500))
    expect(await read(fields + file + end, [50], 120)).toHaveLength(3)
    expect((await catchProblem(read(fields + file + end, [50], 119))).problem).toBe('too-large')
  })

  test('fails with the error of its stream', async () => {
    const body = streamInChunks(new TextEncoder().encode(validBody), [100]).pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (_bytes, controller) => controller.error(new ProblemError('too-large', { limit: '1 B' })),
      }),
    )
    const error = await catchProblem(parseMultipart(body, contentType, tempUploads, 1000))
    expect([error.problem, error.parameters]).toEqual(['too-large', { limit: '1 B' }])
  })

  test('whose file cannot be stored fails with the error of the folder', async () => {
    writeFileSync(join(folder, 'uploads'), 'a file where the folder should be')
    await expect(read(validBody)).rejects.toThrow(UploadError)
    await read(validBody).catch((error: Error) => expect(error.message).toContain('An upload could not be kept: E'))
  })
})

test('files left by a crash are removed after a time', async () => {
  await ensureUploadsFolder(folder)
  await purgeStaleUploads(folder, 0)
  const path = (name: string): string => join(folder, 'uploads', name)
  for (const name of ['old', 'new']) writeFileSync(path(name), 'x')
  utimesSync(path('old'), new Date(), new Date(Date.now() - 10_000))
  utimesSync(path('new'), new Date(), new Date())
  await purgeStaleUploads(folder, 5000)
  expect(listUploads()).toEqual(['new'])
  await purgeStaleUploads(folder, 0)
  expect(listUploads()).toEqual([])
})

async function catchProblem(reading: Promise<unknown>): Promise<ProblemError> {
  return reading.then(
    () => Promise.reject(new Error('It was read')),
    (error: ProblemError) => error,
  )
}
