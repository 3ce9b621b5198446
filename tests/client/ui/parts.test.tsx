import { Parts } from '#client/ui/parts.tsx'
import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'

/** The text of each part, with the separator before it. */
const renderParts = (children: ReactNode): string[] => {
  const markup = renderToStaticMarkup(<Parts>{children}</Parts>)
  const line = /^<span class="parts">(.*)<\/span>$/.exec(markup)?.[1] ?? ''
  return line.split(/(?=<span><i> · )/).map((part) => part.replaceAll(/<[^>]+>/g, ''))
}

describe('the parts of a line', () => {
  test('are what separators divide in its text', () => {
    expect(renderParts('28 Nov · Li Wei')).toEqual(['28 Nov', ' · Li Wei'])
    expect(renderParts('Li Wei')).toEqual(['Li Wei'])
  })

  test('include the elements between two separators, and what is not shown adds none', () => {
    const isShipped = false
    expect(
      renderParts(
        <>
          {'SH1 · shipped'} <time>13:51</time>
          {isShipped && ' · nothing'}
          <>
            {' · '}
            <a href="/finance">Entry 7</a>
          </>
        </>,
      ),
    ).toEqual(['SH1', ' · shipped 13:51', ' · Entry 7'])
  })
})
