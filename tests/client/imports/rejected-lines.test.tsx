import { RejectedLines } from '#client/imports/rejected-lines.tsx'
import { renderOnServer } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { expect, test } from 'bun:test'

test('rejected lines have a column for what names them only if something does', () => {
  const readHeadings = (order: string): (string | null)[] => {
    const lines = [{ line: 2, order, reason: 'Email “nowhere” is not an email address.' }]
    const body = renderOnServer(<RejectedLines label="Rejected" heading="Order" lines={lines} />)
    return within(body)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
  }
  expect(readHeadings('#1001')).toEqual(['Line', 'Order', 'Reason'])
  expect(readHeadings('')).toEqual(['Line', 'Reason'])
})
