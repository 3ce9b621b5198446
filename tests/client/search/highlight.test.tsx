import { highlight } from '#client/search/highlight.tsx'
import { renderOnServer } from '#tests/client/render-on-server.tsx'
import { expect, test } from 'bun:test'

test.each([
  ['SO261123-00010', 'refund so261123-00010', '<b>SO261123-00010</b>'],
  ['WX-21009 · 王一帆', '王 2100', 'WX-<b>2100</b>9 · <b>王</b>一帆'],
  ['50 % (sale)', '% (sa', '50 <b>%</b> <b>(sa</b>le)'],
  ['a+b\\c/d', '+ \\ /', 'a<b>+</b>b<b>\\</b>c<b>/</b>d'],
  ['Orders', '  ', 'Orders'],
  ['财务明细: Accounts', 'acc', '<span lang="zh-CN">财务明细</span>: <b>Acc</b>ounts'],
])('in %p, what %p has is bold', (text, typed, markup) => {
  expect(renderOnServer(highlight(text, typed)).innerHTML).toBe(markup)
})
