import type { ReactNode } from 'react'
import { BareLayout } from '#client/app/bare-layout.tsx'
import { useMessages } from '#client/app/page-context.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/description-list.tsx'
import type { ErrorView } from '#shared/page-state.ts'

/** The page of an error, without the shell: the not-found variant for 404, the generic one for everything else. */
export const ErrorPage = ({ error }: { error: ErrorView }) =>
  error.statusCode === 404 ? <NotFoundPage error={error} /> : <GenericErrorPage error={error} />

/** What stands in the browser's tab and as the heading: the message, or the name of the variant when there is none. */
export function headingOf(error: ErrorView, words: { notFound: string; generic: string }): string {
  return error.statusMessage || (error.statusCode === 404 ? words.notFound : words.generic)
}

function NotFoundPage({ error }: { error: ErrorView }) {
  const { errors } = useMessages()
  return (
    <ErrorLayout error={error}>
      <ButtonLink variant="primary" size="lg" icon="house" href="/">
        {errors.home}
      </ButtonLink>
    </ErrorLayout>
  )
}

function GenericErrorPage({ error }: { error: ErrorView }) {
  const { common, errors } = useMessages()
  return (
    <ErrorLayout error={error}>
      <Button variant="primary" size="lg" icon="refresh-cw" className="needs-script" onClick={() => location.reload()}>
        {common.tryAgain}
      </Button>
      <ButtonLink size="lg" icon="house" href="/">
        {errors.home}
      </ButtonLink>
    </ErrorLayout>
  )
}

/** An entry in the ledger: the code stands in the margin, the words on the lines. */
function ErrorLayout({ error, children }: { error: ErrorView; children: ReactNode }) {
  const { common, errors } = useMessages()
  const { statusCode, description, requestId } = error
  const heading = headingOf(error, errors)
  return (
    <BareLayout error>
      <title>{`${statusCode} - ${heading} | ${common.product}`}</title>
      <section className="error-page">
        <p className="error-page__code">{statusCode}</p>
        <h1>{heading}</h1>
        {description && <p>{description}</p>}
        {requestId && (
          <p>
            {errors.requestId} <span className="mono error-page__id">{requestId}</span>
            <CopyButton text={requestId} label={errors.copyRequestId} />
          </p>
        )}
        <div className="actions">{children}</div>
      </section>
    </BareLayout>
  )
}
