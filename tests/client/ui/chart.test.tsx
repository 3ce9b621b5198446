import { FlowChart } from '#client/ui/chart.tsx'
import { findHref, renderOnServer, getTexts } from '#tests/client/render-on-server.tsx'
import { describe, expect, test } from 'bun:test'

const chart = (
  <FlowChart
    days={[
      { day: '2026-11-02', in: 150_000, out: 0 },
      { day: '2026-11-04', in: 0, out: 50_000 },
    ]}
    from="2026-11-01"
    to="2026-11-05"
    currency="USD"
    hrefOf={(day) => `/finance?from=${day}`}
  />
)

describe('the daily flow', () => {
  test('draws in up and out down on one scale, and leaves days without any flow empty', () => {
    const body = renderOnServer(chart)
    expect(getTexts(body, '.flow__axis span')).toEqual(['1.5k', '1k', '500', '0', '500'])
    expect(body.querySelectorAll('.flow__day')).toHaveLength(2)
    const [received, paid] = [...body.querySelectorAll('.flow__in, .flow__out')].filter(
      (bar) => bar.getAttribute('height') !== '0%',
    )
    expect(received?.getAttribute('y')).toBe('0%')
    expect(received?.getAttribute('height')).toBe('75%')
    expect(paid?.getAttribute('y')).toBe('75%')
    expect(paid?.getAttribute('height')).toBe('25%')
  })

  test('says the same in a table, each day a link to its rows', () => {
    const body = renderOnServer(chart)
    expect(getTexts(body, '.flow__table tbody tr')).toEqual(['2 Nov+1,500.000.00', '4 Nov0.00−500.00'])
    expect(findHref(body, '4 Nov')).toBe('/finance?from=2026-11-04')
  })

  test('is drawn without inline styles, which the page may not use', () => {
    expect(renderOnServer(chart).querySelectorAll('[style]')).toHaveLength(0)
  })
})
