import { createLog } from '#server/log/log.ts'
import { testConfig } from '#tests/support/databases.ts'
import { dummyHash, hashPassword, validatePassword, verifyPassword } from '#server/auth/password.ts'
import { getMessages } from '#server/messages.ts'
import { locales } from '#shared/locales.ts'
import type { MessageTemplate } from '#shared/problem.ts'
import { findPersonalPart } from '#shared/staff/password.ts'
import { describe, expect, test } from 'bun:test'

const config = testConfig({ dataFolder: '' })
const kontor = { config, log: createLog('error', () => undefined) }
const person = { name: 'Anna Shen', email: 'shop.owner@example.com' }

describe('a password', () => {
  test.each([
    'correct horse battery',
    '  leading and trailing  ',
    'пароль из многих букв',
    '密码要有十二个字符以上才行',
    '👩‍👩‍👧‍👦 family',
    'NUL \0 inside',
  ])('with any characters is hashed completely: %p', async (password) => {
    const hash = await hashPassword(password)
    expect(await verifyPassword(password, hash)).toBe(true)
    for (const other of [password.trim().slice(0, -1), `${password} `, password.toUpperCase() + 'x'])
      expect(await verifyPassword(other, hash)).toBe(false)
  })

  test('is not truncated: the last of 128 characters counts', async () => {
    const hash = await hashPassword('a'.repeat(127) + 'b')
    expect(await verifyPassword('a'.repeat(127) + 'c', hash)).toBe(false)
  })

  test('matches in any Unicode composition', async () => {
    expect(await verifyPassword('cafe\u0301 in Lyon', await hashPassword('caf\u00e9 in Lyon'))).toBe(true)
  })

  test('without a hash never matches, and takes the same work', async () => {
    for (const typed of ['', 'x', dummyHash]) expect(await verifyPassword(typed, undefined)).toBe(false)
    const getHashParameters = (hash: string): string[] => hash.split('$').slice(1, 4)
    expect(getHashParameters(dummyHash)).toEqual(getHashParameters(await hashPassword('anything at all')))
    expect(getHashParameters(dummyHash)[0]).toBe('argon2id')
  })
})

describe('a new password', () => {
  const getRejectionReason = async (password: string): Promise<string | undefined> =>
    (await validatePassword(kontor, password, person))[0]?.reason

  test.each([
    'password1234',
    'PASSWORD1234',
    '123456789012',
    'qwertyuiopasdf',
    'Butterfly2026!!',
    '...P@ssw0rd2026',
    'i love you 2026',
    'Pr1ncess-1999',
    'ｐａｓｓｗｏｒｄ１２３４',
  ])('that is commonly used is rejected: %s', async (password) =>
    expect(await getRejectionReason(password)).toBe('password-common'),
  )

  test.each(['Anna Shen is here', 'ANNA2026!!!!!!', 'my annashen word', 'xx-shen-xx-xx-xx'])(
    'that contains the name is rejected: %s',
    async (password) => expect(await getRejectionReason(password)).toBe('password-contains-name'),
  )

  test.each(['shop.owner 2026!!', 'SHOP.OWNER@EXAMPLE.COM'])(
    'that contains the email is rejected: %s',
    async (password) => expect(await getRejectionReason(password)).toBe('password-contains-email'),
  )

  test.each([
    'passwordpassword',
    'Password-password1',
    'monkey monkey 12',
    'abc123abc123abc123',
    'kontorkontorkontor',
    'aaaaaaaaaaaaaaaa',
    'aaaabbbbccccdddd',
    '!!!!!!!!!!!!',
    '密码密码密码密码密码密码',
    '1212 3434 1212 3434',
  ])('that repeats itself is rejected: %s', async (password) =>
    expect(await getRejectionReason(password)).toBe('password-repeats'),
  )

  test.each(['my kontor login', 'Kontor2026!!', 'K0nt0r-Passw0rd', 'k o n t o r 97531', 'the back office 1'])(
    'that contains the name of the product is rejected: %s',
    async (password) => expect(await getRejectionReason(password)).toBe('password-contains-product'),
  )

  test.each([' '.repeat(12), '\t\u00a0\u3000'.repeat(8)])('that is blank is rejected: %j', async (password) =>
    expect(await getRejectionReason(password)).toBe('password-blank'),
  )

  test('is rejected with a sentence in both languages for every reason', () => {
    const texts: Record<string, MessageTemplate>[] = locales.map((locale) => {
      const { fields, fieldAnswers } = getMessages(locale)
      return { ...fields, ...fieldAnswers }
    })
    const reasons = ['blank', 'repeats', 'contains-product', 'common', 'breached', 'contains-name', 'contains-email']
    for (const reason of reasons) for (const text of texts) expect(text[`password-${reason}`]).toBeString()
  })

  test('may contain short parts of the name', () => {
    expect(findPersonalPart('planning for it', { name: 'An Li', email: 'al@example.com' })).toBeUndefined()
    expect(findPersonalPart('我叫周敏不告诉你密码', { name: '周敏', email: 'zm@example.com' })).toBe(
      'password-contains-name',
    )
    expect(findPersonalPart('敏敏敏敏敏敏敏敏敏敏敏敏', { name: '周敏', email: 'zm@example.com' })).toBeUndefined()
    expect(findPersonalPart('a good long password', { name: '', email: '' })).toBeUndefined()
  })

  test.each([
    'correct horse battery',
    'a long enough password',
    'no no never ever again',
    'banana split sundae',
    '8302 6617 2290',
    '密码要有十二个字符以上才行',
    'кот сидит на окне',
    '7f3k-9q2m-1xz8',
  ])('is otherwise accepted: %s', async (password) =>
    expect(await validatePassword(kontor, password, person)).toEqual([]),
  )
})
