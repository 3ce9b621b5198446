import RegisterPage from '#client/sign-in/register-page.tsx'
import { find, page, press, type } from '#tests/client/dom.tsx'
import { linkTo, serverRendered, textsOf } from '#tests/client/screen.tsx'
import type { DataOf } from '#shared/routes/pages.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { describe, expect, test } from 'bun:test'

type State = DataOf<'register'>['state']

const registering = (state: State, form: FormOutcome | null = null) => (
  <RegisterPage query={{ setup: state === 'setup' ? 'token' : undefined }} data={{ state }} form={form} />
)

const answered = (status: 'pending' | 'active'): FormOutcome => ({
  endpoint: 'register',
  problem: null,
  result: { status },
  values: {},
})

describe('the page to register', () => {
  test('sends the token of the link that makes the first account, and only then', () => {
    expect(serverRendered(registering('setup')).querySelector('[name=setup]')?.getAttribute('value')).toBe('token')
    expect(serverRendered(registering('approval')).querySelector('[name=setup]')).toBeNull()
  })

  test('tells password managers what the fields are', () => {
    const body = serverRendered(registering('approval'))
    const fields = ['name', 'email', 'password'].map((name) =>
      body.querySelector(`[name=${name}]`)?.getAttribute('autocomplete'),
    )
    expect(fields).toEqual(['name', 'username', 'new-password'])
  })

  test('says why there is no form, and leads to the log-in', () => {
    for (const [state, title] of [
      ['closed', 'Registration is closed'],
      ['expired', 'This link no longer works'],
    ] as const) {
      const body = serverRendered(registering(state))
      expect(textsOf(body, 'h1')).toEqual([title])
      expect(body.querySelector('[name=password]')).toBeNull()
      expect(linkTo(body, 'Log in')).toBe('/login')
    }
  })

  test('says what happens next, without script too', () => {
    expect(textsOf(serverRendered(registering('approval', answered('pending'))), 'h1')).toEqual(['You are registered'])
    expect(textsOf(serverRendered(registering('open', answered('active'))), 'h1')).toEqual(['Your account is ready'])
  })
})

describe('the rules of a password', () => {
  const { show } = page()
  const met = (): string[] => textsOf(document.body as never, '.rules [data-ok]')

  test('tick themselves while one types', async () => {
    await show(registering('approval'))
    expect(met()).toEqual([])
    await type('[name=password]', 'harbour-tea')
    expect(met()).toEqual(['Does not contain your name or e-mail, done'])
    await type('[name=password]', 'harbour-tea-19')
    expect(met()).toEqual(['At least 12 characters (14 now), done', 'Does not contain your name or e-mail, done'])
    await type('[name=password]', 'harbour-tea-1924')
    expect(met()).toContain('Better still: 16 characters or more, done')
  })

  test('count characters, not units of text', async () => {
    await show(registering('approval'))
    await type('[name=password]', '🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵')
    expect(textsOf(document.body as never, '.rules li')[0]).toBe('At least 12 characters (11 now)')
  })

  test('know the name and the e-mail that stand above', async () => {
    await show(registering('approval'))
    await type('[name=password]', 'xutian-harbour-tea')
    expect(met()).toContain('Does not contain your name or e-mail, done')
    await type('[name=email]', 'xutian@qinghe.example')
    expect(met()).not.toContain('Does not contain your name or e-mail, done')
  })

  test('can be read while they are typed, when asked', async () => {
    await show(registering('approval'))
    const field = find<HTMLInputElement>('[name=password]')
    expect(field.type).toBe('password')
    await press('[aria-label="Show password"]')
    await type('[name=password]', 'harbour')
    expect(field.type).toBe('text')
    expect(find('[aria-label="Hide password"]').getAttribute('aria-controls')).toBe(field.id)
  })
})
