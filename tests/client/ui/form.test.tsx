import { find, blur, setUpDom, click, type } from '#tests/client/dom.tsx'
import { renderOnServer, getTexts, getTextsByRole } from '#tests/client/render-on-server.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { Form } from '#client/ui/form.tsx'
import { idempotencyKey } from '#shared/constants.ts'
import type { Problem } from '#shared/problem.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'

const invalidInput: Problem = {
  type: '/problems/invalid-input',
  title: 'Some fields are not valid',
  status: 422,
  detail: 'Check the highlighted fields.',
  errors: [{ pointer: '/password', detail: 'This password is too common. Choose another one.' }],
}

const registration = (outcome: FormOutcome | null = null, onAnswer: (answer: unknown) => void = () => undefined) => (
  <Form endpoint="register" hiddenValues={{ setup: 'token' }} outcome={outcome} onAnswer={onAnswer}>
    <TextField name="name" label="Name" />
    <TextField name="email" label="Email" />
    <PasswordField name="password" label="Password" autoComplete="new-password" />
    <SubmitButton>Register</SubmitButton>
  </Form>
)

describe('a form with script', () => {
  const { render } = setUpDom()
  const realFetch = globalThis.fetch
  let requests: { url: string; body: unknown }[]
  let keys: (string | null)[]
  let answer: () => Promise<Response>

  beforeEach(() => {
    requests = []
    keys = []
    answer = async () => Response.json({ status: 'pending' }, { status: 201 })
    globalThis.fetch = (async (url: string, init: RequestInit) => {
      requests.push({ url, body: JSON.parse(String(init.body)) })
      keys.push(new Headers(init.headers).get(idempotencyKey.header))
      return answer()
    }) as typeof fetch
  })
  afterEach(() => {
    globalThis.fetch = realFetch
  })

  const fillForm = async (): Promise<void> => {
    await type('[name=name]', 'Xu Tian')
    await type('[name=email]', 'tian@qinghe.example')
    await type('[name=password]', 'moonlight sonata')
  }

  test('sends the typed and the fixed values and passes on the answer', async () => {
    const answers: unknown[] = []
    await render(registration(null, (given) => answers.push(given)))
    await fillForm()
    await click('button[type=submit]')
    expect(requests).toEqual([
      {
        url: '/api/auth/register',
        body: { setup: 'token', name: 'Xu Tian', email: 'tian@qinghe.example', password: 'moonlight sonata' },
      },
    ])
    expect(answers).toEqual([{ status: 'pending' }])
  })

  test('shows an error at its field, focuses it, and keeps all typed values', async () => {
    answer = async () => Response.json(invalidInput, { status: 422 })
    await render(registration())
    await fillForm()
    await click('button[type=submit]')
    const field = find<HTMLInputElement>('[name=password]')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const described = field.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe('This password is too common. Choose another one.')
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('moonlight sonata')
    expect(find<HTMLInputElement>('[name=name]').value).toBe('Xu Tian')
    expect(find('[name=name]').hasAttribute('aria-invalid')).toBe(false)
  })

  test('shows an error that belongs to no field above the fields', async () => {
    answer = async () =>
      Response.json(
        { ...invalidInput, errors: undefined, detail: 'Ask an administrator for an account.' },
        { status: 403 },
      )
    await render(registration())
    await fillForm()
    await click('button[type=submit]')
    expect(find('[role=alert]').textContent).toBe('Ask an administrator for an account.')
  })

  test('reports a missing connection and can be sent again', async () => {
    answer = async () => {
      throw new TypeError('Failed to fetch')
    }
    await render(registration())
    await fillForm()
    await click('button[type=submit]')
    expect(find('[role=alert]').textContent).toContain('it may have been saved')
    answer = async () => Response.json({ status: 'pending' }, { status: 201 })
    await click('button[type=submit]')
    expect(document.querySelector('[role=alert]')).toBeNull()
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['en', 'No response. Check your connection, then try again.'],
    ['zh', '没有响应。请检查网络后重试。'],
  ] as const)('does not ask to check what it has done if it changes nothing (%s)', async (locale, text) => {
    answer = async () => {
      throw new TypeError('Failed to fetch')
    }
    await render(
      <Form endpoint="login">
        <TextField name="email" label="Email" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <SubmitButton>Log in</SubmitButton>
      </Form>,
      { locale },
    )
    await type('[name=email]', 'tian@qinghe.example')
    await type('[name=password]', 'moonlight sonata')
    await click('button[type=submit]')
    expect(find('[role=alert]').textContent).toBe(text)
  })

  test('sends the same key again after a lost connection, and a new one for other values or the next time', async () => {
    answer = async () => {
      throw new TypeError('Failed to fetch')
    }
    await render(registration())
    await fillForm()
    await click('button[type=submit]')
    await click('button[type=submit]')
    await type('[name=name]', 'Xu Tian 2')
    await click('button[type=submit]')
    answer = async () => Response.json({ status: 'pending' }, { status: 201 })
    await click('button[type=submit]')
    await click('button[type=submit]')
    const [first, repeated, corrected, answered, next] = keys
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(repeated).toBe(first as string)
    expect(answered).toBe(corrected as string)
    expect(new Set([first, corrected, next]).size).toBe(3)
  })

  test('sends a new key after a refusal, which may not apply any more, and the same while its request is in progress', async () => {
    const refuse = (problem: string) => async () =>
      Response.json({ type: `/problems/${problem}`, title: 'No', status: 409, detail: '' }, { status: 409 })
    await render(registration())
    await fillForm()
    for (const problem of ['changed-meanwhile', 'request-in-progress', 'already-done']) {
      answer = refuse(problem)
      await click('button[type=submit]')
    }
    await click('button[type=submit]')
    const [refused, next, ...repeated] = keys
    expect(next).not.toBe(refused as string)
    expect(repeated).toEqual([next as string, next as string])
  })

  test('is busy while sending, and sends once when pressed repeatedly', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answer = () => promise
    await render(registration())
    await fillForm()
    await click('button[type=submit]')
    await click('button[type=submit]')
    expect(find('button[type=submit]').getAttribute('aria-busy')).toBe('true')
    resolve(Response.json({ status: 'pending' }, { status: 201 }))
    await click('[name=name]')
    expect(find('button[type=submit]').hasAttribute('aria-busy')).toBe(false)
    expect(requests).toHaveLength(1)
  })

  test('does not send what the schema rejects, and focuses the first invalid field', async () => {
    await render(registration())
    await type('[name=name]', 'Xu Tian')
    await type('[name=email]', 'tian@qinghe')
    await click('button[type=submit]')
    expect(requests).toEqual([])
    expect(getTexts(document.body as never, 'p[role=alert]')).toEqual([
      'Enter an email address like name@example.com.',
      'Use 12 characters or more.',
    ])
    expect(document.activeElement).toBe(find('[name=email]'))
  })

  test('says that a field is empty when the form is sent, not when the field loses focus', async () => {
    await render(registration())
    await blur('[name=email]')
    expect(document.querySelector('p[role=alert]')).toBeNull()
  })

  test('validates a field on blur, and on every input while it is invalid', async () => {
    await render(registration())
    await type('[name=email]', 'tian@qinghe')
    expect(document.querySelector('p[role=alert]')).toBeNull()
    await blur('[name=email]')
    expect(find('p[role=alert]').textContent).toBe('Enter an email address like name@example.com.')
    await type('[name=email]', 'tian@qinghe.example')
    expect(document.querySelector('p[role=alert]')).toBeNull()
  })
})

describe('a form without script', () => {
  const outcome: FormOutcome = {
    endpoint: 'register',
    problem: invalidInput,
    result: null,
    values: { name: 'Xu Tian', email: 'tian@qinghe.example', setup: 'token' },
  }

  test('posts to the page, with its endpoint and fixed values', () => {
    const body = renderOnServer(registration())
    expect(body.querySelector('form')?.getAttribute('method')).toBe('post')
    expect(body.querySelector('[name=_endpoint]')?.getAttribute('value')).toBe('register')
    expect(body.querySelector('[name=setup]')?.getAttribute('value')).toBe('token')
  })

  test('comes back with the errors and the typed values', () => {
    const body = renderOnServer(registration(outcome))
    expect(getTexts(body, 'p[role=alert]')).toEqual(['This password is too common. Choose another one.'])
    expect(body.querySelector('[name=name]')?.getAttribute('value')).toBe('Xu Tian')
    expect(body.querySelector('[name=password]')?.getAttribute('value')).toBeNull()
  })

  test('keeps a box unchecked that was checked before it was posted', () => {
    const boxes = (values: Record<string, string>) =>
      [
        ...renderOnServer(
          <Form endpoint="register" outcome={{ ...outcome, values }}>
            <CheckboxField name="one" label="One" defaultChecked />
            <CheckboxField name="two" label="Two" />
          </Form>,
        ).querySelectorAll<HTMLInputElement>('[type=checkbox]'),
      ].map((box) => box.hasAttribute('checked'))
    expect(boxes({})).toEqual([false, false])
    expect(boxes({ two: '1' })).toEqual([false, true])
    expect(boxes({ one: '1' })).toEqual([true, false])
  })

  test('shows the error of a hidden value above the fields', () => {
    const errors = [{ pointer: '/setup', detail: 'This field is too long.' }]
    const body = renderOnServer(registration({ ...outcome, problem: { ...invalidInput, errors } }))
    expect(getTextsByRole(body, 'alert')).toEqual([expect.stringContaining('setup: This field is too long.')])
  })

  test('restores only its own values', () => {
    for (const other of [
      { ...outcome, endpoint: 'login' },
      { ...outcome, values: { ...outcome.values, setup: 'another' } },
    ])
      expect(getTexts(renderOnServer(registration(other)), 'p[role=alert]')).toEqual([])
  })
})
