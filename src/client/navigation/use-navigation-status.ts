import { navigationStatus } from '#client/navigation/navigation-status.ts'
import { useSyncExternalStore } from 'react'

export const useNavigationStatus = () =>
  useSyncExternalStore(navigationStatus.subscribe, navigationStatus.get, navigationStatus.get)
