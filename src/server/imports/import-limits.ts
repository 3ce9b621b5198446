/** Largest amount accepted in an order, in minor units, so that sums of many of them stay exact integers. */
export const maxAmountMinor = 90_000_000_000_000

/** Maximum lengths of texts, in characters; longer values are rejected. */
export const maxLengths = {
  number: 100,
  status: 40,
  name: 200,
  email: 254,
  place: 200,
  street: 300,
  product: 500,
  note: 5000,
} as const
