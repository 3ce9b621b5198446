declare module 'lucide/dist/cjs/lucide.js' {
  export { icons } from 'lucide'
}
