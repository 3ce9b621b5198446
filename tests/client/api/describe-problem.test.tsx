import { describeProblem } from '#client/api/describe-problem.ts'
import { ScanDialog } from '#client/jobs/scan-dialog.tsx'
import { ClaimOnSubmit } from '#client/orders/claim-on-submit.tsx'
import { NewOrderPreview } from '#client/orders/dialogs/new-order-preview.tsx'
import { PasskeyButton } from '#client/sign-in/passkey-button.tsx'
import { Notifications } from '#client/ui/notifications.tsx'
import { common } from '#shared/messages/en/common.ts'
import { ordersPageQuery } from '#shared/orders/page-query.ts'
import type { Problem } from '#shared/problem.ts'
import { click, find, setUpDom, type } from '#tests/client/dom.tsx'
import { sampleView } from '#tests/client/orders/sample-orders.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { act } from 'react'

describe('a problem', () => {
  const problem: Problem = { type: '/problems/not-found', title: 'Not found', status: 404, detail: 'No such order.' }

  test('is described by its detail, or by the error of its first field', () => {
    expect(describeProblem(problem, common)).toEqual({ title: 'Not found', description: 'No such order.' })
    const errors = [{ pointer: '/label', detail: 'This field is required.' }]
    expect(describeProblem({ ...problem, errors }, common).description).toBe('This field is required.')
  })

  test('without an answer says what to do', () => {
    expect(describeProblem({ ...problem, title: '', detail: '' }, common)).toEqual({
      title: common.offline,
      description: common.offlineText,
    })
  })
})

describe('without a connection', () => {
  const { render } = setUpDom()
  const realFetch = globalThis.fetch
  beforeEach(() => {
    globalThis.fetch = (async () => {
      throw new TypeError('Failed to fetch')
    }) as unknown as typeof fetch
  })
  afterEach(() => {
    globalThis.fetch = realFetch
  })

  test('the next order is an error that says so', async () => {
    await render(
      <>
        <form method="post">
          <button type="submit">Next order</button>
          <ClaimOnSubmit />
        </form>
        <Notifications />
      </>,
    )
    await click('button')
    // The code of notifications loads with the first one.
    await act(async () => void (await import('#client/ui/notification-list.tsx')))
    // Those of other tests may be shown, too.
    const shown = [...document.querySelectorAll('li')].at(-1)
    expect(shown?.textContent).toContain(common.offline + common.offlineText)
    expect(shown?.className).toContain('error')
  })

  test('a scan says so', async () => {
    await render(<ScanDialog query={ordersPageQuery.parse({ bulk: 'scan' })} data={sampleView([])} />)
    await type('[name=scan]', 'SO260301-00001')
    await click('button[type=submit]')
    expect(find('[role=status]').textContent).toContain(common.offlineText)
  })

  test('the total of a new order says so', async () => {
    await render(
      <form>
        <input name="shipping" />
        <NewOrderPreview currency="CNY" />
      </form>,
    )
    await type('[name=shipping]', '10')
    const before = find('output').textContent
    // It is computed once typing stops.
    while (find('output').textContent === before) await act(() => Bun.sleep(20))
    expect(find('output').textContent).toBe(common.offlineText)
  })

  test('a passkey says so', async () => {
    Object.assign(window, { PublicKeyCredential: class {} })
    const onSigned = async () => undefined
    await render(<PasskeyButton onSigned={onSigned}>Log in with a passkey</PasskeyButton>)
    await click('button')
    expect(document.body.textContent).toContain(common.offlineText)
  })
})
