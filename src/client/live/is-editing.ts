/** Whether a form over the page is open or filled in: its order must not be reloaded then, because the form sends the version that its user saw. */
export function isEditing(): boolean {
  return [...document.querySelectorAll<HTMLFormElement>('.panel form, dialog[open] form')].some(
    (form) => [...form.elements].some(isInput) && (isUnfolded(form) || [...form.elements].some(isChanged)),
  )
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isInput = (element: Element): element is Input => element.matches('input:not([type=hidden]), textarea, select')

const isUnfolded = (form: HTMLFormElement): boolean =>
  form.closest('dialog[open], details') !== null && form.closest('details:not([open])') === null

function isChanged(element: Element): boolean {
  if (!isInput(element)) return false
  if ('options' in element)
    return [...element.options].some(({ selected, defaultSelected }) => defaultSelected && !selected)
  if ('checked' in element && (element.type === 'checkbox' || element.type === 'radio'))
    return element.checked !== element.defaultChecked
  return element.value !== element.defaultValue
}
