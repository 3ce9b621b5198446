import { changeRoleInput, createRoleInput, roleParams } from '#shared/roles/inputs.ts'
import { roleList } from '#shared/roles/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'

/** What users may do: the roles. */
export const roleEndpoints = {
  listRoles: endpoint({ method: 'GET', path: '/api/roles', access: 'users.view', output: roleList }),
  createRole: endpoint({
    method: 'POST',
    path: '/api/roles',
    access: 'roles.manage',
    reentry: true,
    body: createRoleInput,
    status: 201,
    output: roleList,
    problems: ['above-your-rank'],
  }),
  changeRole: endpoint({
    method: 'PUT',
    path: '/api/roles/:role',
    access: 'roles.manage',
    reentry: true,
    params: roleParams,
    body: changeRoleInput,
    output: roleList,
    problems: ['not-found', 'above-your-rank', 'built-in-role', 'changed-meanwhile'],
  }),
  removeRole: endpoint({
    method: 'POST',
    path: '/api/roles/:role/removal',
    access: 'roles.manage',
    reentry: true,
    params: roleParams,
    output: roleList,
    problems: ['not-found', 'above-your-rank', 'built-in-role', 'role-in-use'],
  }),
}
