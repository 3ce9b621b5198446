import { Fragment, type ReactNode } from 'react'
import { BareLayout } from '#client/app/bare-layout.tsx'
import { useMessages, usePageContext, usePermission, useSession } from '#client/app/page-context.tsx'
import { headingOf } from '#client/errors/error-heading.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { SearchField } from '#client/ui/toolbar.tsx'
import type { ErrorView } from '#shared/page-state.ts'
import { href, pages } from '#shared/routes/pages.ts'
import { suggestPages } from '#shared/routes/suggestions.ts'

/** The page of an error, without the shell: the not-found variant for 404, the generic one for everything else. */
export const ErrorPage = ({ error }: { error: ErrorView }) =>
  error.statusCode === 404 ? <NotFoundPage error={error} /> : <GenericErrorPage error={error} />

function NotFoundPage({ error }: { error: ErrorView }) {
  const { errors } = useMessages()
  const { url } = usePageContext()
  const { user } = useSession()
  const canViewOrders = usePermission('orders.view')
  const { pages: suggestedPages, orderNumber } = suggestPages(url)
  const links = [
    ...(orderNumber && canViewOrders
      ? [{ href: href('orders', { q: orderNumber }), label: errors.order(orderNumber) }]
      : []),
    ...suggestedPages.map((name) => ({ href: pages[name].path, label: pages[name].path })),
  ]
  return (
    <ErrorLayout error={error} hint={user && links.length > 0 ? <DidYouMean links={links} /> : undefined}>
      <ButtonLink variant="primary" size="lg" icon="house" href="/">
        {errors.home}
      </ButtonLink>
      {canViewOrders && (
        <form className="error-page__search" method="get" action={pages.orders.path} role="search">
          <SearchField label={errors.searchLabel} placeholder={errors.searchPlaceholder} defaultValue={orderNumber} />
          <Button type="submit" size="lg" icon="search">
            {errors.search}
          </Button>
        </form>
      )}
    </ErrorLayout>
  )
}

function DidYouMean({ links }: { links: { href: string; label: string }[] }) {
  const { common, errors } = useMessages()
  const [before, after] = errors.didYouMean
  return (
    <p>
      {before}
      {links.map(({ href: target, label }, index) => (
        <Fragment key={target}>
          {index > 0 && common.listSeparator}
          <a className="link num" href={target}>
            {label}
          </a>
        </Fragment>
      ))}
      {after}
    </p>
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

interface ErrorLayoutProps {
  error: ErrorView
  /** Below the description: suggestions. */
  hint?: ReactNode
  /** The actions. */
  children: ReactNode
}

/** Looks like an entry in a ledger: the code in the margin, the text on the lines. */
function ErrorLayout({ error, hint, children }: ErrorLayoutProps) {
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
        {hint}
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
