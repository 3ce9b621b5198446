/** What was filled in last, by field. */
const filled = new WeakMap<Element, string>()

type TextControl = HTMLInputElement | HTMLTextAreaElement

const findField = ({ elements }: HTMLFormElement, name: string): TextControl | undefined => {
  const field = elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : undefined
}

/** Writes values into the fields of a form with these names, which react to them as if they were typed. */
export function fillFields(form: HTMLFormElement, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = findField(form, name)
    if (!field) continue
    filled.set(field, value)
    if (field.value === value) continue
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Whether the user has typed the value of a field: it is neither empty, nor the initial value, nor one that was filled in. */
export function isTyped(form: HTMLFormElement, name: string): boolean {
  const field = findField(form, name)
  return field !== undefined && !['', field.defaultValue, filled.get(field)].includes(field.value)
}
