import { highlight } from '#client/search/highlight.tsx'
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'

test.each([
  ['SO261123-00010', 'refund so261123-00010', '<b>SO261123-00010</b>'],
  ['WX-21009 · 王一帆', '王 2100', 'WX-<b>2100</b>9 · <b>王</b>一帆'],
  ['50 % (sale)', '% (sa', '50 <b>%</b> <b>(sa</b>le)'],
  ['a+b\\c/d', '+ \\ /', 'a<b>+</b>b<b>\\</b>c<b>/</b>d'],
  ['Orders', '  ', 'Orders'],
])('in %p, what %p has is bold', (text, typed, markup) => {
  expect(renderToStaticMarkup(<>{highlight(text, typed)}</>)).toBe(markup)
})
