import { useCurrentRole } from '#client/app/page-context.tsx'
import { type Annotation, annotationPermissions, annotations } from '#shared/orders/actions.ts'
import { roleHasPermission } from '#shared/permissions.ts'

/** What the user may add to every order. */
export function useAnnotations(): Annotation[] {
  const role = useCurrentRole()
  return annotations.filter((annotation) => roleHasPermission(role, annotationPermissions[annotation]))
}
