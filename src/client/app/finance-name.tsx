import { languageTags } from '#client/app/language-switch.tsx'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Fragment } from 'react'

/** A text in which the name of 财务明细 is marked as Chinese, which it is in every language. */
export function FinanceName({ text }: { text: string }) {
  const { common } = useMessages()
  const name = common.pages.finance
  if (usePageContext().locale === 'zh') return text
  return text.split(name).map((part, index) => (
    <Fragment key={String(index)}>
      {index > 0 && <span lang={languageTags.zh}>{name}</span>}
      {part}
    </Fragment>
  ))
}
