/** Texts of the list of orders without a row. */
export const ordersEmpty = {
  text: 'Import the order export of your shop. Importing the same file again creates no duplicates.',
  importOrders: 'Import orders',
  stopped: 'No matches yet',
  stoppedNote:
    'Only some orders were searched, because these words are very common. Add a word, or continue searching.',
  continue: 'Continue searching',
  noNumber: (text: string) => `No order has the number ${text}`,
  similar: 'A digit may be mistyped. These numbers differ in one digit, or in two that are swapped:',
  noOrders: 'No orders from this customer yet',
}
