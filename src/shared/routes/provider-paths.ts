/** The redirects to the identity provider and back. The browser loads them; the callback is registered at the provider. */
export const providerPaths = { login: '/oidc/login', callback: '/oidc/callback', logout: '/oidc/logout' } as const
