import { isEditing } from '#client/live/is-editing.ts'
import { setUpDom } from '#tests/client/dom.tsx'
import { describe, expect, test } from 'bun:test'

describe('whether a form is in use', () => {
  setUpDom()
  const show = (html: string): void => void (document.body.innerHTML = `<aside class="panel">${html}</aside>`)
  const field = (): HTMLInputElement => {
    const input = document.querySelector<HTMLInputElement>('[name=reason]')
    if (!input) throw new Error('No field')
    return input
  }

  test('no: there is none, it is folded, or it has only buttons', () => {
    show('')
    expect(isEditing()).toBe(false)
    show('<details><summary>Ship</summary><form><input name="reason"></form></details>')
    expect(isEditing()).toBe(false)
    show(
      '<details open><summary>Older</summary><form><input type="hidden" name="id"><button>Strike</button></form></details>',
    )
    expect(isEditing()).toBe(false)
  })

  test('yes: it was unfolded, or is in a dialog', () => {
    show('<details open><summary>Ship</summary><form><input name="reason"></form></details>')
    expect(isEditing()).toBe(true)
    show('<dialog open><form><textarea name="reason"></textarea></form></dialog>')
    expect(isEditing()).toBe(true)
  })

  test('yes: something was typed into a form that is always there', () => {
    show('<form><input name="reason" value="as stored"></form>')
    expect(isEditing()).toBe(false)
    field().value = 'as typed'
    expect(isEditing()).toBe(true)
  })
})
