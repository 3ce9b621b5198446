import { FileField } from '#client/imports/file-field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { click, find, setUpDom } from '#tests/client/dom.tsx'
import { within } from '@testing-library/dom'
import { afterEach, expect, test } from 'bun:test'
import { act, useState } from 'react'

const { render } = setUpDom()
const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

function ImportForm() {
  const [file, setFile] = useState<File | null>(null)
  return (
    <Form endpoint="importUsers" encType="multipart/form-data" onAnswer={() => undefined}>
      <FileField name="file" file={file} onChoose={setFile} accept=".csv" limits="Up to 1 MB" />
      <SubmitButton>Check</SubmitButton>
    </Form>
  )
}

const drop = (name: string): Promise<void> =>
  act(async () => {
    const dataTransfer = { files: [new File(['a'], name, { type: 'text/csv' })] }
    find('input[type=file]').dispatchEvent(Object.assign(new Event('drop', { bubbles: true }), { dataTransfer }))
  })

test('a file stays while it is checked, so that the answer is about the one that is shown', async () => {
  const answer = Promise.withResolvers<Response>()
  globalThis.fetch = (() => answer.promise) as unknown as typeof fetch
  const body = await render(<ImportForm />)
  await drop('a.csv')
  await click('button[type=submit]')
  expect(find('button[type=submit]').getAttribute('aria-busy')).toBe('true')
  await drop('b.csv')
  within(body).getByText('a.csv')
  expect(find<HTMLInputElement>('input[type=file]').disabled).toBe(true)
  expect(within(body).queryAllByRole('button', { name: /^Remove/ })).toHaveLength(0)
  await act(async () => answer.resolve(Response.json({ isApplied: false, counts: {}, rows: [] })))
  await act(() => Bun.sleep(0))
  await drop('b.csv')
  within(body).getByText('b.csv')
})
