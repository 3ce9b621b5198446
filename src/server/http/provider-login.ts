import { finishProviderLogin, logOutOfProvider, startProviderLogin } from '#server/auth/provider-login.ts'
import { providerUses } from '#server/auth/provider-state.ts'
import type { Kontor, RequestContext } from '#server/context.ts'
import type { AppContext, AppEnv } from '#server/http/app-context.ts'
import type { ContextLoader } from '#server/http/context-loader.ts'
import { splitUrl } from '#server/http/network.ts'
import { providerPaths } from '#shared/routes/provider-paths.ts'
import type { Hono } from 'hono'

/**
 * Serves the redirects to the identity provider and back: `/oidc/login?use=…&invitation=…`, `/oidc/callback` and `/oidc/logout`. They show nothing
 * themselves; the page that they lead to says what went wrong.
 */
export function serveProviderLogin(app: Hono<AppEnv>, kontor: Kontor, contextLoader: ContextLoader): void {
  if (!kontor.config.oidc) return
  const redirects: Record<string, (context: RequestContext, c: AppContext) => Promise<string>> = {
    [providerPaths.login]: (context, c) => {
      const use = providerUses.find((each) => each === c.req.query('use')) ?? 'log-in'
      return startProviderLogin(context, use, c.req.query('invitation'))
    },
    [providerPaths.callback]: (context, c) => finishProviderLogin(context, splitUrl(c.req.url).search),
    [providerPaths.logout]: logOutOfProvider,
  }
  for (const [path, findLocation] of Object.entries(redirects))
    app.get(path, async (c) => {
      c.set('route', path)
      c.header('Cache-Control', 'no-store')
      const context = await contextLoader.load(c, { isLogin: true })
      const location = await findLocation(context, c)
      await contextLoader.syncCookies(c, context)
      return c.redirect(location, 302)
    })
}
