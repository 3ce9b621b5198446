import { createCustomerInput } from '#shared/customers/inputs.ts'
import { optionalIdentifier, optionalLine, optionalText, plainText, singleLine, wholeNumber } from '#shared/inputs.ts'
import { shipOrderInput } from '#shared/orders/inputs.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { describe, expect, test } from 'bun:test'
import * as z from 'zod/mini'

test('text in lines has no control characters but line feeds and tabs, and none that turns its direction', () => {
  for (let code = 0; code < 0x3000; code++) {
    const character = String.fromCodePoint(code)
    const isRefused = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(character) && !['\n', '\t'].includes(character)
    expect([code, plainText.test(`a${character}b`)]).toEqual([code, !isRefused])
  }
})

test('a text in which nothing can be seen is empty', () => {
  for (const text of [' ', '\u200b', '\u00a0\u2060', '\u3164', '\u2800\ufe0f']) {
    expect([optionalLine(9), optionalText(9), optionalIdentifier(9)].map((schema) => z.parse(schema, text))).toEqual([
      ...['', '', ''],
    ])
    expect(z.safeParse(singleLine(9), text).error?.issues[0]?.message).toBe('required')
    expect(z.parse(createCustomerInput, { name: text, note: text })).toEqual({ name: '', note: '' })
  }
  expect(z.parse(optionalLine(9), ' \u{1F375} ')).toBe('\u{1F375}')
})

describe('a whole number', () => {
  const schema = wholeNumber(0, 100)
  const reasonOf = (value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message

  test('is a number, or its digits in a form', () => {
    for (const [value, expected] of [
      [7, 7],
      [0, 0],
      ['7', 7],
      [' 7 ', 7],
      ['7.0', 7],
    ] as const)
      expect(z.parse(schema, value)).toBe(expected)
  })

  test('is not made from anything else', () => {
    for (const value of [true, null, undefined, '', ' ', [7], {}, '0x7', '7e0', 'Infinity', NaN, new Date(7)])
      expect(z.safeParse(schema, value).success).toBe(false)
  })

  test('says what is wrong', () => {
    expect(['7.5', 7.5, '-1', 101, 2 ** 53].map(reasonOf)).toEqual([
      'number',
      'number',
      'too-small',
      'too-big',
      'number',
    ])
    // The nearest numbers are whole.
    expect(['1.0000000000000001', '9007199254740990.6'].map(reasonOf)).toEqual(['number', 'number'])
  })

  const wholeNumbers = endpointNames.flatMap((name) => {
    const { params, query, body }: Endpoint = endpoints[name]
    return [params, query, body].flatMap((place) =>
      Object.entries(place.shape).flatMap(([field, each]) => {
        const { type } = z.toJSONSchema(each as z.ZodMiniType, { unrepresentable: 'any' })
        return type === 'integer' ? [[`${name}: ${field}`, each as z.ZodMiniType] as const] : []
      }),
    )
  })
  test.each(wholeNumbers)('is what %s takes', (_name, each) => {
    for (const value of [true, [1], '0x1', '1e0']) expect(z.safeParse(each, value).success).toBe(false)
  })
})

test('an empty quantity of a form is 0, but a missing one is an error', () => {
  const parse = (quantity: unknown) =>
    z.safeParse(shipOrderInput, { carrier: 'DHL', version: 1, lines: [{ id: 'a', quantity }] })
  expect(parse('').data?.lines).toEqual([{ id: 'a', quantity: 0 }])
  for (const quantity of [null, undefined, true]) expect(parse(quantity).success).toBe(false)
})
