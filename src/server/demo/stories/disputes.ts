import { type Narrator, newest, type Story, createStory } from '#server/demo/story.ts'
import { formatDecimal } from '#shared/money.ts'

/** Chargebacks: one that waits for an answer, and one that was lost. */
export const disputeStories = ({ at, order, step }: Narrator): Story[] => [
  createStory(
    order(13, '11:20', 'Hannah Osei', { 'GW-300': 1 }),
    step(12, '10:42', 'min', 'shipOrder', { carrier: 'EMS', trackingNumber: 'EA118200498CN' }),
    step(1, '09:50', 'wei', 'recordDispute', ({ payments, capturedMinor, currency }) => ({
      payment: newest(payments),
      amount: formatDecimal(capturedMinor, currency),
      fee: '15.00',
      reason: 'Product not received',
      reference: 'dp_3PqT81Kc',
      respondBy: new Date(at(-6, '12:00')).toISOString().slice(0, 10),
    })),
    step(1, '09:55', 'wei', 'addNote', { text: '向 EMS 索取妥投证明，作为申诉材料。' }),
  ),
  createStory(
    order(12, '16:05', 'Jonas Brandt', { 'BB-TRAY': 1 }, { provider: 'PayPal' }),
    step(11, '10:37', 'min', 'shipOrder', { carrier: 'DHL', trackingNumber: '4471207611' }),
    step(8, '11:15', 'wei', 'recordDispute', ({ payments, capturedMinor, currency }) => ({
      payment: newest(payments),
      amount: formatDecimal(capturedMinor, currency),
      reason: 'Unauthorized transaction',
      reference: 'PP-D-27803789',
    })),
    step(2, '14:20', 'wei', 'loseDispute', ({ disputes }) => ({ dispute: newest(disputes), reducesTax: false })),
  ),
]
