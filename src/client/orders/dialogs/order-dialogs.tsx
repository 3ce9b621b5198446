import { HoldDialog, DiscardDialog, CancelDialog } from '#client/orders/dialogs/status-dialogs.tsx'
import { usePermission } from '#client/app/page-context.tsx'
import { CarriersDialog } from '#client/orders/dialogs/carriers-dialog.tsx'
import { CancelShipmentDialog, CorrectShipmentDialog, DeliverDialog } from '#client/orders/dialogs/shipment-dialogs.tsx'
import { CorrectDisputeDialog, LoseDisputeDialog, WinDisputeDialog } from '#client/orders/dialogs/dispute-dialogs.tsx'
import { RecordDisputeDialog } from '#client/orders/dialogs/record-dispute-dialog.tsx'
import { EditDialog } from '#client/orders/dialogs/edit-dialog.tsx'
import { AssignDialog, AttachDialog, NoteDialog, TagDialog } from '#client/orders/dialogs/annotation-dialogs.tsx'
import { useAnnotations } from '#client/orders/panel/use-annotations.ts'
import {
  CaptureDialog,
  RecordPaymentDialog,
  VoidDialog,
  WriteOffDialog,
} from '#client/orders/dialogs/payment-dialogs.tsx'
import { SettlePaymentDialog, UnsettlePaymentDialog } from '#client/orders/dialogs/settlement-dialogs.tsx'
import { CloseReturnDialog, ReceiveReturnDialog, RequestReturnDialog } from '#client/orders/dialogs/return-dialogs.tsx'
import { RefundDialog } from '#client/orders/dialogs/refund-dialog.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { type Annotation, documentActions, type DocumentAction, type OrderAction } from '#shared/orders/actions.ts'
import type { CarrierView, DisputeView, PaymentView, ReturnView, ShipmentView } from '#shared/orders/document-views.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { PaymentAction } from '#shared/orders/payment-actions.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'
import { Fragment, type ReactNode, useState } from 'react'

export interface OrderDialogProps {
  order: OrderView
  query: OrdersPageQuery
  /** The carriers that users added. */
  carriers: readonly CarrierView[]
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
  /** Tags in use, and people to whom orders can be assigned. */
  tags: readonly string[]
  assignees: OrdersView['assignees']
  /** Whether the personal data of the customer was erased. */
  isErased: boolean
  /** The store credit of the customer in the currency of the order; null if the customer cannot have any. */
  storeCreditMinor: number | null
}

/** The actions and annotations that ask for something in a dialog, which `?action=` opens. */
const dialogs: Partial<
  Record<OrderAction | Annotation, { endpoint: EndpointName; render: (props: OrderDialogProps) => ReactNode }>
> = {
  edit: { endpoint: 'editOrder', render: (props) => <EditDialog {...props} /> },
  requestReturn: { endpoint: 'requestReturn', render: (props) => <RequestReturnDialog {...props} /> },
  refund: { endpoint: 'refundOrder', render: (props) => <RefundDialog {...props} /> },
  recordDispute: { endpoint: 'recordDispute', render: (props) => <RecordDisputeDialog {...props} /> },
  recordPayment: { endpoint: 'recordPayment', render: (props) => <RecordPaymentDialog {...props} /> },
  capture: { endpoint: 'captureAuthorization', render: (props) => <CaptureDialog {...props} /> },
  void: { endpoint: 'voidAuthorization', render: (props) => <VoidDialog {...props} /> },
  writeOff: { endpoint: 'writeOffBalance', render: (props) => <WriteOffDialog {...props} /> },
  hold: { endpoint: 'holdOrder', render: (props) => <HoldDialog {...props} /> },
  cancel: { endpoint: 'cancelOrder', render: (props) => <CancelDialog {...props} /> },
  discard: { endpoint: 'discardOrder', render: (props) => <DiscardDialog {...props} /> },
  note: { endpoint: 'addNote', render: (props) => <NoteDialog {...props} /> },
  attach: { endpoint: 'attachFile', render: (props) => <AttachDialog {...props} /> },
  assign: { endpoint: 'assignOrder', render: (props) => <AssignDialog {...props} /> },
  tag: { endpoint: 'tagOrder', render: (props) => <TagDialog {...props} /> },
}

/** The same for actions on a shipment, which `?document=` names; without one, on all that allow it. */
const shipmentDialogs: Partial<
  Record<
    DocumentAction,
    { endpoint: EndpointName; render: (props: OrderDialogProps, shipment: ShipmentView | undefined) => ReactNode }
  >
> = {
  deliverShipment: {
    endpoint: 'deliverShipment',
    render: (props, shipment) => <DeliverDialog {...props} shipment={shipment} />,
  },
  correctShipment: {
    endpoint: 'correctShipment',
    render: (props, shipment) => shipment && <CorrectShipmentDialog {...props} shipment={shipment} />,
  },
  cancelShipment: {
    endpoint: 'cancelShipment',
    render: (props, shipment) => shipment && <CancelShipmentDialog {...props} shipment={shipment} />,
  },
}

/** The same for actions on a return, which `?document=` names. */
const returnDialogs: Partial<
  Record<DocumentAction, { endpoint: EndpointName; render: (props: OrderDialogProps, record: ReturnView) => ReactNode }>
> = {
  receiveReturn: {
    endpoint: 'receiveReturn',
    render: (props, record) => <ReceiveReturnDialog {...props} record={record} />,
  },
  rejectReturn: {
    endpoint: 'rejectReturn',
    render: (props, record) => <CloseReturnDialog {...props} record={record} action="rejectReturn" />,
  },
  cancelReturn: {
    endpoint: 'cancelReturn',
    render: (props, record) => <CloseReturnDialog {...props} record={record} action="cancelReturn" />,
  },
}

/** The same for actions on a dispute, which `?document=` names. */
const disputeDialogs: Partial<
  Record<
    DocumentAction,
    { endpoint: EndpointName; render: (props: OrderDialogProps, dispute: DisputeView) => ReactNode }
  >
> = {
  winDispute: { endpoint: 'winDispute', render: (props, dispute) => <WinDisputeDialog {...props} dispute={dispute} /> },
  loseDispute: {
    endpoint: 'loseDispute',
    render: (props, dispute) => <LoseDisputeDialog {...props} dispute={dispute} />,
  },
  reopenDispute: {
    endpoint: 'reopenDispute',
    render: (props, dispute) => <CorrectDisputeDialog {...props} dispute={dispute} action="reopenDispute" />,
  },
  cancelDispute: {
    endpoint: 'cancelDispute',
    render: (props, dispute) => <CorrectDisputeDialog {...props} dispute={dispute} action="cancelDispute" />,
  },
}

/** The same for actions on a payment, which `?document=` names. */
const paymentDialogs: Record<
  PaymentAction,
  { endpoint: EndpointName; render: (props: OrderDialogProps, payment: PaymentView) => ReactNode }
> = {
  settlePayment: {
    endpoint: 'settlePayment',
    render: (props, payment) => <SettlePaymentDialog {...props} payment={payment} />,
  },
  unsettlePayment: {
    endpoint: 'unsettlePayment',
    render: (props, payment) => <UnsettlePaymentDialog {...props} payment={payment} />,
  },
}

/** The dialog of the action in the URL, or of the form that came back with errors; none if the order does not allow it. */
export function OpenOrderDialog(props: OrderDialogProps) {
  const { order, query, form } = props
  const possible = [...order.actions, ...useAnnotations()]
  const canManageCarriers = usePermission('carriers.manage')
  const failed = form?.problem || form?.endpoint === 'previewOrderEdit' ? form : undefined
  const isOpen = (action: string, dialog: { endpoint: EndpointName } | undefined): boolean =>
    action === query.action || (failed !== undefined && dialog?.endpoint === formEndpointOf(failed))
  const open = useKeptDialog(
    `${order.number} ${query.action}`,
    possible.find((each) => isOpen(each, dialogs[each])),
  )
  if (open) return <Fragment key={order.number}>{dialogs[open]?.render(props)}</Fragment>
  const number = failed?.values['shipment'] ?? query.document
  const shipments = order.shipments.filter((shipment) => number === undefined || shipment.number === number)
  const documentAction = documentActions.find(
    (each) => isOpen(each, shipmentDialogs[each]) && shipments.some(({ actions }) => actions.includes(each)),
  )
  if (documentAction)
    return (
      <Fragment key={`${order.number} ${number}`}>
        {shipmentDialogs[documentAction]?.render(props, number === undefined ? undefined : shipments[0])}
      </Fragment>
    )
  const paymentNumber = failed?.values['payment'] ?? query.document
  const payment = order.payments.find((each) => each.number === paymentNumber)
  const paymentAction = payment?.actions.find((each) => isOpen(each, paymentDialogs[each]))
  if (payment && paymentAction)
    return <Fragment key={payment.number}>{paymentDialogs[paymentAction].render(props, payment)}</Fragment>
  const returnNumber = failed?.values['returnNumber'] ?? query.document
  const record = order.returns.find((each) => each.number === returnNumber)
  const returnAction = record?.actions.find((each) => isOpen(each, returnDialogs[each]))
  if (record && returnAction)
    return <Fragment key={record.number}>{returnDialogs[returnAction]?.render(props, record)}</Fragment>
  const disputeNumber = failed?.values['dispute'] ?? query.document
  const dispute = order.disputes.find((each) => each.number === disputeNumber)
  const disputeAction = dispute?.actions.find((each) => isOpen(each, disputeDialogs[each]))
  if (dispute && disputeAction)
    return <Fragment key={dispute.number}>{disputeDialogs[disputeAction]?.render(props, dispute)}</Fragment>
  return query.action === 'carriers' && canManageCarriers && <CarriersDialog {...props} />
}

/** The endpoint of the form that was sent; the form that edits an order also has a preview. */
const formEndpointOf = ({ endpoint }: FormOutcome): string => (endpoint === 'previewOrderEdit' ? 'editOrder' : endpoint)

/** Keeps an open form when the order no longer allows its action: submitting it shows why. `key` tells what the URL opens. */
function useKeptDialog<Name>(key: string, allowed: Name | undefined): Name | undefined {
  const [kept, setKept] = useState({ key, allowed })
  if (kept.key !== key || (allowed !== undefined && kept.allowed !== allowed)) setKept({ key, allowed })
  return allowed ?? (kept.key === key ? kept.allowed : undefined)
}
