import LoginPage from '#client/sign-in/login-page.tsx'
import RegisterPage from '#client/sign-in/register-page.tsx'
import { find, setUpDom, click, type } from '#tests/client/dom.tsx'
import { findHref, renderOnServer, getTexts, getTextsByRole } from '#tests/client/render-on-server.tsx'
import type { DataOf } from '#shared/routes/pages.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { loadCommonPasswordCheck } from '#shared/staff/password.ts'
import { describe, expect, test } from 'bun:test'
import { act } from 'react'

type State = Exclude<DataOf<'register'>['state'], 'invitation'>

const registerPage = (state: State, form: FormOutcome | null = null) => (
  <RegisterPage query={{ setup: state === 'setup' ? 'token' : undefined }} data={{ state }} form={form} />
)

const createOutcome = (status: 'pending' | 'active'): FormOutcome => ({
  endpoint: 'register',
  problem: null,
  result: { status },
  values: {},
})

describe('the registration page', () => {
  test('sends the token of the setup link, if there is one', () => {
    expect(renderOnServer(registerPage('setup')).querySelector('[name=setup]')?.getAttribute('value')).toBe('token')
    expect(renderOnServer(registerPage('approval')).querySelector('[name=setup]')).toBeNull()
  })

  test('tells password managers what the fields are', () => {
    const body = renderOnServer(registerPage('approval'))
    const fields = ['name', 'email', 'password'].map((name) =>
      body.querySelector(`[name=${name}]`)?.getAttribute('autocomplete'),
    )
    expect(fields).toEqual(['name', 'username', 'new-password'])
  })

  test('says why there is no form, and links to the login page', () => {
    for (const [state, title] of [
      ['closed', 'Registration is closed'],
      ['expired', 'This link is no longer valid'],
    ] as const) {
      const body = renderOnServer(registerPage(state))
      expect(getTexts(body, 'h1')).toEqual([title])
      expect(body.querySelector('[name=password]')).toBeNull()
      expect(findHref(body, 'Log in')).toBe('/login')
    }
  })

  test('points to the setup link while there is no account, and so does the login page', () => {
    const login = (
      <LoginPage
        query={{}}
        data={{
          returnTo: '/',
          setupRequired: true,
          reset: null,
          canSendMail: false,
          problem: null,
          canLogOutOfProvider: false,
        }}
        form={null}
      />
    )
    for (const page of [registerPage('setup-required'), login]) {
      const body = renderOnServer(page)
      expect(getTexts(body, 'h1')).toEqual(['Set up Kontor'])
      expect(body.textContent).toContain('The setup link is in the server’s output.')
      expect(body.querySelector('input')).toBeNull()
    }
  })

  test('says what happens next, without script too', () => {
    expect(getTexts(renderOnServer(registerPage('approval', createOutcome('pending'))), 'h1')).toEqual(['Request sent'])
    expect(getTexts(renderOnServer(registerPage('open', createOutcome('active'))), 'h1')).toEqual([
      'Your account is ready',
    ])
  })
})

describe('the password rules', () => {
  const { render } = setUpDom()
  const getMetRules = (): string[] => getTexts(document.body, 'li[data-ok]')

  /** How many parts of the strength bar are filled with the color of an accepted password. The bar is only drawn, so it has no role. */
  const countStrongParts = (): number => document.querySelectorAll('[data-on=enough]').length

  /** Types a password and waits until the list of common passwords is loaded. */
  async function typePassword(password: string): Promise<void> {
    await type('[name=password]', password)
    await act(() => loadCommonPasswordCheck())
  }

  test('are checked while typing', async () => {
    await render(registerPage('approval'))
    expect(getMetRules()).toEqual([])
    await type('[name=password]', 'harbour-tea')
    expect(getMetRules()).toEqual(['Does not contain your name or email, done'])
    await typePassword('harbour-tea-19')
    expect(getMetRules()).toEqual([
      'At least 12 characters (14 now), done',
      'Does not contain your name or email, done',
      'Not a commonly used password, done',
    ])
    await typePassword('harbour-tea-1924')
    expect(getMetRules()).toContain('Recommended: 16 characters or more, done')
    expect(countStrongParts()).toBe(4)
  })

  test('a common password or one with the name never looks strong', async () => {
    await render(registerPage('approval'))
    await type('[name=name]', 'Anna Shen')
    for (const password of ['password1234', 'PASSWORD1234', 'I am Anna Shen, hello']) {
      await typePassword(password)
      expect([password, countStrongParts()]).toEqual([password, 0])
    }
    expect(getMetRules()).not.toContain('Does not contain your name or email, done')
  })

  test('say what is wrong with a password that is a pattern', async () => {
    await render(registerPage('approval'))
    for (const [password, sentence] of [
      ['passwordpassword', 'Your password must not repeat the same characters or words.'],
      ['Kontor-2026-harbour', 'Your password must not contain the name of this product.'],
      [' '.repeat(12), 'Your password must not consist of spaces only.'],
    ] as const) {
      await typePassword(password)
      expect(getTextsByRole(document.body, 'listitem')).toContain(sentence)
      expect([password, countStrongParts()]).toEqual([password, 0])
    }
  })

  test('count characters, not UTF-16 code units', async () => {
    await render(registerPage('approval'))
    await type('[name=password]', '🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵🍵')
    expect(getTextsByRole(document.body, 'listitem')[0]).toBe('At least 12 characters (11 now)')
  })

  test('consider the name and email typed above', async () => {
    await render(registerPage('approval'))
    await type('[name=password]', 'xutian-harbour-tea')
    expect(getMetRules()).toContain('Does not contain your name or email, done')
    await type('[name=email]', 'xutian@qinghe.example')
    expect(getMetRules()).not.toContain('Does not contain your name or email, done')
  })

  test('the typed password can be shown', async () => {
    await render(registerPage('approval'))
    const field = find<HTMLInputElement>('[name=password]')
    expect(field.type).toBe('password')
    await click('[aria-label="Show password"]')
    await type('[name=password]', 'harbour')
    expect(field.type).toBe('text')
    expect(find('[aria-label="Hide password"]').getAttribute('aria-controls')).toBe(field.id)
  })
})
