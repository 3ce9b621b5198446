import { formatCount } from '#shared/count.ts'
import { counted } from '#shared/messages/en/counted.ts'

/** Texts of shipments: the lines of a parcel, what happens to it, and carriers. */
export const shipping = {
  quantityOf: (open: number) => `of ${formatCount(open)}`,
  chooseItems: 'Choose items…',
  items: 'Items in this parcel',
  delivered: 'delivered',
  cancelledBecause: (reason: string) => `Canceled: ${reason}`,
  track: (trackingNumber: string) => `Track ${trackingNumber}`,
  actionsOf: (shipmentNumber: string) => `Actions for ${shipmentNumber}`,
  actions: { deliverShipment: 'Mark as delivered', correctShipment: 'Correct', cancelShipment: 'Cancel shipment' },
  deliverAll: (parcels: number) => `Mark ${formatCount(parcels)} parcels as delivered`,

  deliver: {
    title: (shipmentNumber: string) => `Mark ${shipmentNumber} as delivered`,
    titleAll: (parcels: number) => `Mark ${counted(parcels, 'parcel', 'parcels')} as delivered`,
    text: (orderNumber: string) => `The customer of ${orderNumber} has received it.`,
    at: 'Delivered at',
    atHint: (zone: string) => `Time in ${zone}. Leave empty to use the current time.`,
    submit: 'Mark as delivered',
    done: (orderNumber: string) => `${orderNumber} delivered.`,
  },
  correct: {
    title: (shipmentNumber: string) => `Correct ${shipmentNumber}`,
    text: 'Change the carrier or the tracking number. The previous values stay in the timeline.',
    submit: 'Save changes',
    done: (shipmentNumber: string) => `${shipmentNumber} corrected.`,
  },
  cancel: {
    title: (shipmentNumber: string) => `Cancel shipment ${shipmentNumber}?`,
    text: (items: number) => `${counted(items, 'item goes', 'items go')} back to “to ship”.`,
    keep: 'Keep shipment',
    submit: 'Cancel shipment',
    done: (shipmentNumber: string) => `${shipmentNumber} canceled.`,
  },

  carriers: {
    link: 'Manage carriers',
    title: 'Carriers',
    text: 'Tracking numbers of these carriers link to their tracking page. Common carriers are built in; yours take precedence.',
    none: 'No carriers added yet.',
    name: 'Name',
    trackingUrl: 'Tracking URL',
    trackingUrlHint: 'An https address with {number} in place of the tracking number.',
    add: 'Add carrier',
    added: (name: string) => `${name} added.`,
    remove: 'Remove',
    removeNamed: (name: string) => `Remove ${name}`,
    removed: (name: string) => `${name} removed.`,
    done: 'Done',
  },
}
