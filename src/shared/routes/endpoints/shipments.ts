import {
  orderParams,
  addCarrierInput,
  cancelShipmentInput,
  carrierParams,
  correctShipmentInput,
  deliverShipmentInput,
  shipmentParams,
  shipOrderInput,
} from '#shared/orders/inputs.ts'
import { carrierList } from '#shared/orders/document-views.ts'
import { orderView } from '#shared/orders/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { actionPermissions } from '#shared/orders/actions.ts'

/** Shipments of an order, and the carriers. */
export const shipmentEndpoints = {
  shipOrder: endpoint({
    method: 'POST',
    path: '/api/orders/:number/shipments',
    access: actionPermissions.ship,
    params: orderParams,
    body: shipOrderInput,
    output: orderView,
    status: 201,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  deliverShipment: endpoint({
    method: 'POST',
    path: '/api/orders/:number/deliveries',
    access: actionPermissions.deliverShipment,
    params: orderParams,
    body: deliverShipmentInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  correctShipment: endpoint({
    method: 'POST',
    path: '/api/orders/:number/shipments/:shipment/correction',
    access: actionPermissions.correctShipment,
    params: shipmentParams,
    body: correctShipmentInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  cancelShipment: endpoint({
    method: 'POST',
    path: '/api/orders/:number/shipments/:shipment/cancellation',
    access: actionPermissions.cancelShipment,
    params: shipmentParams,
    body: cancelShipmentInput,
    output: orderView,
    problems: ['not-found', 'illegal-transition', 'changed-meanwhile'],
    idempotent: true,
  }),
  listCarriers: endpoint({ method: 'GET', path: '/api/carriers', access: 'shipments.manage', output: carrierList }),
  addCarrier: endpoint({
    method: 'POST',
    path: '/api/carriers',
    access: 'carriers.manage',
    body: addCarrierInput,
    output: carrierList,
    status: 201,
    idempotent: true,
  }),
  removeCarrier: endpoint({
    method: 'POST',
    path: '/api/carriers/:carrier/removal',
    access: 'carriers.manage',
    params: carrierParams,
    output: carrierList,
    problems: ['not-found'],
    idempotent: true,
  }),
}
