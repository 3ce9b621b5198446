import { type Suggest, useSuggestions } from '#client/ui/use-suggestions.ts'
import { type KeyboardEvent, useState } from 'react'

interface ListboxOptions<Item> {
  suggest: Suggest<Item>
  onChoose: (item: Item) => void
  /** Called with the index that the arrows have reached. */
  onActive: (index: number) => void
  /** Whether Enter chooses the first suggestion. */
  choosesFirst: boolean
}

/** The list of a combobox: its suggestions, which one is active, and the keys of its field. */
export function useListbox<Item>({ suggest, onChoose, onActive, choosesFirst }: ListboxOptions<Item>) {
  const { found, ask, clear, isAsking } = useSuggestions(suggest)
  const first = choosesFirst ? 0 : -1
  const [active, setActive] = useState(first)
  const isOpen = found.length > 0

  const search = (text: string): void => {
    setActive(first)
    ask(text)
  }
  const choose = (index: number): void => {
    const chosen = found[index]
    clear()
    if (chosen) onChoose(chosen.item)
  }
  const move = (index: number): void => {
    setActive(index)
    onActive(index)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || !handles(event)) return
    event.preventDefault()
  }
  /** Whether a key is one of the list: all others are those of the field, its form and its dialog. */
  const handles = ({ key, altKey, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean => {
    if (key === 'ArrowDown' && !isOpen) search(currentTarget.value)
    else if (key === 'Escape' || (key === 'ArrowUp' && altKey)) {
      if (!isOpen) return false
      clear()
    } else if (key === 'ArrowDown') move((active + 1) % found.length)
    else if (key === 'ArrowUp' && isOpen) move(active <= 0 ? found.length - 1 : active - 1)
    else if (key === 'Enter' && (isOpen || isAsking())) {
      // Enter is for the list, also while it is on its way: a form is not sent by surprise.
      if (found[active]) choose(active)
      else clear()
    } else return false
    return true
  }
  return { found, active, setActive, search, choose, clear, onKeyDown }
}
