import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { networkKindOf } from '#shared/staff/network-kind.ts'

/** Returns where a session was used last: its IP address, and the kind of network where the address shows it. */
export function useAddress(): (ip: string) => string {
  const { networks } = useAccountMessages()
  return (ip) => {
    const kind = networkKindOf(ip)
    return kind ? `${ip} · ${networks[kind]}` : ip
  }
}
