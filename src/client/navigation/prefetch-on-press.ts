import { prefetchPayload } from '#client/navigation/payload-requests.ts'
import { resolveNavigation } from '#client/navigation/resolve-navigation.ts'
import { session } from '#client/session/session.ts'
import { findRowLink } from '#client/ui/use-row-click.ts'

/**
 * Requests the payload of a page as soon as the mouse button is pressed on its link, or on its row: a press takes about 80 ms, and the click comes
 * at its end. Not for touch, where a press may begin to scroll.
 */
export const prefetchOnPress = (): void => document.addEventListener('pointerdown', onPress)

function onPress(event: PointerEvent): void {
  const { target, pointerType, button, ctrlKey, metaKey, shiftKey, altKey } = event
  if (pointerType !== 'mouse' || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
  const link = (target instanceof Element && target.closest('a')) || findRowLink(event)
  if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
  const url = new URL(link.href)
  if (url.hash === '' && resolveNavigation(url, session.loggedIn()).kind === 'page') prefetchPayload(url)
}
