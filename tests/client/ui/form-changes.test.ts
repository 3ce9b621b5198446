import { findChangedForms, markAsSaved, watchForm } from '#client/ui/form-changes.ts'
import { find, setUpDom, type } from '#tests/client/dom.tsx'
import { describe, expect, test } from 'bun:test'

describe('whether a form was changed', () => {
  setUpDom()
  const show = (fields: string, hasReturned = false): void => {
    document.body.innerHTML = `<dialog open><form><input type="hidden" name="version" value="1">${fields}</form></dialog>`
    watchForm(find<HTMLFormElement>('form'), hasReturned)
  }
  const isChanged = (surface = 'dialog'): boolean => findChangedForms(find(surface)).length > 0

  test('is asked of what the user typed, until it is as it was or saved', async () => {
    show('<input name="reason" value="as stored">')
    expect(isChanged()).toBe(false)
    await type('[name=reason]', 'as typed')
    expect(isChanged()).toBe(true)
    await type('[name=reason]', 'as stored')
    expect(isChanged()).toBe(false)
    await type('[name=reason]', 'as typed')
    markAsSaved(find<HTMLFormElement>('form'))
    expect(isChanged()).toBe(false)
    await type('[name=reason]', 'as stored')
    expect(isChanged()).toBe(true)
  })

  test('does not depend on what the page fills in, before the user begins or in its hidden fields', async () => {
    show('<input name="reason"><input name="carrier">')
    find<HTMLInputElement>('[name=carrier]').value = 'SF Express'
    expect(isChanged()).toBe(false)
    await type('[name=reason]', '')
    find<HTMLInputElement>('[name=version]').value = '2'
    expect(isChanged()).toBe(false)
  })

  test('is certain when it came back with what was typed', () => {
    show('<input name="reason" value="as typed">', true)
    expect(isChanged()).toBe(true)
  })

  test('of a dialog is not asked of the panel below', async () => {
    show('<input name="reason">')
    const panel = document.body.appendChild(document.createElement('aside'))
    panel.className = 'panel'
    panel.append(find('dialog'))
    await type('[name=reason]', 'as typed')
    expect(isChanged('aside')).toBe(false)
    expect(isChanged()).toBe(true)
  })
})
