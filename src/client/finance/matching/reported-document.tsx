import { href } from '#shared/routes/pages.ts'
import type { ProposalView } from '#shared/finance/matching/views.ts'

/** The order and the document that a line is about. */
export const ReportedDocument = ({
  reported: { order, document },
}: {
  reported: NonNullable<ProposalView['reported']>
}) => (
  <p className="sm">
    <a className="link" href={href('orders', { order })}>
      {order}
    </a>
    <span className="muted"> · {document}</span>
  </p>
)
