import { Avatar } from '#client/ui/avatar.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { renderHostMarkup } from '#client/ui/host-markup.ts'
import { describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { useState, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

const samples: Record<string, ReactNode> = {
  'a row': (
    <tr data-open="">
      <td data-column="number" className="p1 shape-dot">
        <a href="/orders?status=open&order=SO1">SO1</a>
      </td>
      <td colSpan={2} data-align={undefined}>
        <b>Chen &amp; Söhne</b>
        <time dateTime="2026-09-25T16:05:00Z">00:05</time>
      </td>
    </tr>
  ),
  'texts next to each other': (
    <p>
      {'one'} {2}
      {null}
      {false}
      {['three', 'four']}
      <>
        five<i>six</i>seven
      </>
      eight
    </p>
  ),
  'a void element': (
    <p>
      one
      <br />
      two
    </p>
  ),
  'an icon': (
    <p>
      <Icon name="check" size="sm" /> Paid
    </p>
  ),
  'a component without hooks': <Avatar name="Wei Lin" isCurrentUser />,
}

describe('markup of host elements', () => {
  test.each(Object.entries(samples))('is what React renders: %s', (_title, sample) => {
    expect(renderHostMarkup(sample)).toBe(renderToString(sample))
  })

  test('escapes texts and attributes like React', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sample = (
          <td data-column={text} className={text}>
            {text}
            <i>{text}</i>
          </td>
        )
        expect(renderHostMarkup(sample)).toBe(renderToString(sample))
      }),
    )
  })

  test('is refused for handlers and for components with hooks', () => {
    const WithHook = () => <i>{useState('')[0]}</i>
    expect(() => renderHostMarkup(<button type="button" onClick={() => {}} />)).toThrow('onClick')
    // React also prints a warning about the hook.
    const warn = spyOn(console, 'error').mockImplementation(() => {})
    expect(() => renderHostMarkup(<WithHook />)).toThrow()
    warn.mockRestore()
  })
})
