/** What a user agent says about a device, as far as it is known: names of products, which are not translated. */

type Pattern = readonly [name: string, pattern: RegExp]

/** The first that matches: most browsers name those that they are compatible with, too. */
const browsers: readonly Pattern[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['WeChat', /\bMicroMessenger\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]

const systems: readonly Pattern[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['HarmonyOS', /\b(?:HarmonyOS|OpenHarmony)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** Browser and system, such as `Chrome · Windows`; empty when neither is known. */
export const describeDevice = (userAgent: string): string =>
  [browsers, systems]
    .flatMap((patterns) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? [])
    .join(' · ')
