import { FlowChart } from '#client/ui/chart.tsx'
import { findHref, renderOnServer, getTexts } from '#tests/client/render-on-server.tsx'
import { within } from '@testing-library/dom'
import { describe, expect, test } from 'bun:test'
import { cloneElement } from 'react'

const chart = (
  <FlowChart
    unit="day"
    flows={[
      { start: '2026-11-02', in: 150_000, out: 0 },
      { start: '2026-11-04', in: 0, out: 50_000 },
    ]}
    from="2026-11-01"
    to="2026-11-05"
    currency="USD"
    hrefOf={({ from, to }) => `/finance?from=${from}&to=${to}`}
  />
)
const monthly = (
  <FlowChart
    unit="month"
    flows={[{ start: '2025-12-01', in: 100, out: 100 }]}
    from="2025-11-10"
    to="2026-02-01"
    currency="USD"
    hrefOf={({ from, to }) => `/finance?from=${from}&to=${to}`}
  />
)

describe('the chart of money in and out', () => {
  test('draws money in upwards and money out downwards at the same scale, and leaves days without any empty', () => {
    const body = renderOnServer(chart)
    // Axis and bars are only drawn: screen readers get the links and the table.
    expect(getTexts(body, 'figure > [aria-hidden=true] > span')).toEqual(['1.5k', '1k', '500', '0', '500'])
    const bars = [...body.querySelectorAll('ol > li')]
    expect(bars.map((bar) => bar.getAttribute('style'))).toEqual(['left:20%;width:20%', 'left:60%;width:20%'])
    const getParts = (bar: Element): (string | null)[] =>
      [...bar.querySelectorAll('[style]')].map((part) => part.getAttribute('style'))
    expect(bars.map(getParts)).toEqual([
      ['top:0%;height:75%', 'top:75%;height:0%', 'left:30%;translate:-30%'],
      ['top:75%;height:0%', 'top:75%;height:25%', 'left:70%;translate:-70%'],
    ])
  })

  test('names each bar by day and amounts, as a link to its rows that works without script', () => {
    const body = renderOnServer(chart)
    expect(getTexts(body, 'ol a')).toEqual([
      '2 NovIncome +US$1,500.00Expense US$0.00',
      '4 NovIncome US$0.00Expense −US$500.00',
    ])
    expect(findHref(body, '2 NovIncome +US$1,500.00Expense US$0.00')).toBe('/finance?from=2026-11-02&to=2026-11-02')
    expect(body.querySelectorAll('ol [tabindex]')).toHaveLength(0)
  })

  test('shows the same figures in a table, with a link to the rows of each day', () => {
    const body = renderOnServer(chart)
    expect(getTexts(body, 'tbody tr')).toEqual(['2 Nov+1,500.000.00', '4 Nov0.00−500.00'])
    expect(findHref(body, '4 Nov')).toBe('/finance?from=2026-11-04&to=2026-11-04')
  })

  test('draws the balance above the bars and names it in their labels and in the table', () => {
    const body = renderOnServer(cloneElement(chart, { opening: -100_000 }))
    const line = within(body).getByRole('img', { name: 'Balance from −US$ 1,000.00 to US$ 0.00' })
    // From the opening to the end of each day, at a scale from −1,000 to 500.
    expect(line.querySelector('polyline')?.getAttribute('points')).toBe('0,100 10,100 30,0 50,0 70,33.33 90,33.33')
    expect(getTexts(body, 'ol a')).toEqual([
      '2 NovIncome +US$1,500.00Expense US$0.00Balance US$500.00',
      '4 NovIncome US$0.00Expense −US$500.00Balance US$0.00',
    ])
    expect(getTexts(body, 'tbody tr')).toEqual(['2 Nov+1,500.000.00500.00', '4 Nov0.00−500.000.00'])
  })

  test('also draws months, named with their year, and each opens all of its days', () => {
    const body = renderOnServer(monthly)
    expect(getTexts(body, 'figure > svg text')).toEqual(['Nov 2025', 'Dec', 'Jan 2026', 'Feb'])
    expect(getTexts(body, 'thead th')[0]).toBe('Month')
    expect(findHref(body, 'Dec 2025')).toBe('/finance?from=2025-12-01&to=2025-12-31')
    expect(getTexts(renderOnServer(monthly, { locale: 'zh' }), 'tbody th')).toEqual(['2025年12月'])
  })
})
