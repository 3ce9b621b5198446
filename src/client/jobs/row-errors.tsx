import { useJobMessages } from '#client/jobs/use-job-messages.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { FieldProblem } from '#shared/problem.ts'

const maxShownErrors = 20

/** The lines of a text or file that have errors: how many, and the first ones. */
export function RowErrors({ errors }: { errors: readonly FieldProblem[] }) {
  const { dialog: words } = useJobMessages()
  return (
    <Banner kind="error">
      <b className="strong">{words.rowErrors(errors.length)}</b>
      {errors.slice(0, maxShownErrors).map(({ detail }) => (
        <span key={detail} className="bulk__refused" dir="auto">
          {detail}
        </span>
      ))}
    </Banner>
  )
}
