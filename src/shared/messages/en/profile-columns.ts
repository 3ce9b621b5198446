/** Names of the columns of customers in files. */
export const profileColumns = {
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  line1: 'Address',
  line2: 'Apartment, suite, floor',
  postcode: 'Postal code',
  city: 'City',
  province: 'State or province',
  country: 'Country',
  note: 'Note',
}
