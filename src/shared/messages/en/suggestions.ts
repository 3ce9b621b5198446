/** Texts of fields that suggest values, which only forms with such fields load. */
export const suggestions = {
  list: 'Suggestions',
  count: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  filledIn: (name: string) => `Filled in from ${name}.`,
  unknownCountry: (text: string) => `“${text}” is not a known country. It is saved as typed.`,
}
