import type { IconNode } from 'lucide'
import Archive from 'lucide/dist/esm/icons/archive.mjs'
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import ArrowDownLeft from 'lucide/dist/esm/icons/arrow-down-left.mjs'
import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import ArrowUpRight from 'lucide/dist/esm/icons/arrow-up-right.mjs'
import Ban from 'lucide/dist/esm/icons/ban.mjs'
import Calendar from 'lucide/dist/esm/icons/calendar.mjs'
import Check from 'lucide/dist/esm/icons/check.mjs'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import ChevronUp from 'lucide/dist/esm/icons/chevron-up.mjs'
import ChevronsUpDown from 'lucide/dist/esm/icons/chevrons-up-down.mjs'
import Circle from 'lucide/dist/esm/icons/circle.mjs'
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs'
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs'
import CircleDot from 'lucide/dist/esm/icons/circle-dot.mjs'
import CircleX from 'lucide/dist/esm/icons/circle-x.mjs'
import Clock from 'lucide/dist/esm/icons/clock.mjs'
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import CreditCard from 'lucide/dist/esm/icons/credit-card.mjs'
import Download from 'lucide/dist/esm/icons/download.mjs'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import Eye from 'lucide/dist/esm/icons/eye.mjs'
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import FileSpreadsheet from 'lucide/dist/esm/icons/file-spreadsheet.mjs'
import FileText from 'lucide/dist/esm/icons/file-text.mjs'
import FlaskConical from 'lucide/dist/esm/icons/flask-conical.mjs'
import House from 'lucide/dist/esm/icons/house.mjs'
import Inbox from 'lucide/dist/esm/icons/inbox.mjs'
import Info from 'lucide/dist/esm/icons/info.mjs'
import Keyboard from 'lucide/dist/esm/icons/keyboard.mjs'
import Languages from 'lucide/dist/esm/icons/languages.mjs'
import Link from 'lucide/dist/esm/icons/link.mjs'
import ListFilter from 'lucide/dist/esm/icons/list-filter.mjs'
import LoaderCircle from 'lucide/dist/esm/icons/loader-circle.mjs'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import LogOut from 'lucide/dist/esm/icons/log-out.mjs'
import Maximize2 from 'lucide/dist/esm/icons/maximize-2.mjs'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import Minimize2 from 'lucide/dist/esm/icons/minimize-2.mjs'
import Monitor from 'lucide/dist/esm/icons/monitor.mjs'
import Moon from 'lucide/dist/esm/icons/moon.mjs'
import NotebookText from 'lucide/dist/esm/icons/notebook-text.mjs'
import Package from 'lucide/dist/esm/icons/package.mjs'
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import Printer from 'lucide/dist/esm/icons/printer.mjs'
import RefreshCw from 'lucide/dist/esm/icons/refresh-cw.mjs'
import RotateCcw from 'lucide/dist/esm/icons/rotate-ccw.mjs'
import Scale from 'lucide/dist/esm/icons/scale.mjs'
import Search from 'lucide/dist/esm/icons/search.mjs'
import Smartphone from 'lucide/dist/esm/icons/smartphone.mjs'
import Sun from 'lucide/dist/esm/icons/sun.mjs'
import Tag from 'lucide/dist/esm/icons/tag.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import Truck from 'lucide/dist/esm/icons/truck.mjs'
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs'
import Upload from 'lucide/dist/esm/icons/upload.mjs'
import User from 'lucide/dist/esm/icons/user.mjs'
import UserCheck from 'lucide/dist/esm/icons/user-check.mjs'
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs'
import Users from 'lucide/dist/esm/icons/users.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'

/** The icons used in code, by their lucide names. To add one, import it and add a line. */
export const icons = {
  'archive': Archive,
  'arrow-down': ArrowDown,
  'arrow-down-left': ArrowDownLeft,
  'arrow-left': ArrowLeft,
  'arrow-up': ArrowUp,
  'arrow-up-right': ArrowUpRight,
  'ban': Ban,
  'calendar': Calendar,
  'check': Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'chevron-up': ChevronUp,
  'chevrons-up-down': ChevronsUpDown,
  'circle': Circle,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-dot': CircleDot,
  'circle-x': CircleX,
  'clock': Clock,
  'copy': Copy,
  'credit-card': CreditCard,
  'download': Download,
  'ellipsis': Ellipsis,
  'eye': Eye,
  'eye-off': EyeOff,
  'file-spreadsheet': FileSpreadsheet,
  'file-text': FileText,
  'flask-conical': FlaskConical,
  'house': House,
  'inbox': Inbox,
  'info': Info,
  'keyboard': Keyboard,
  'languages': Languages,
  'link': Link,
  'list-filter': ListFilter,
  'loader-circle': LoaderCircle,
  'lock': Lock,
  'log-out': LogOut,
  'maximize-2': Maximize2,
  'message-square': MessageSquare,
  'minimize-2': Minimize2,
  'monitor': Monitor,
  'moon': Moon,
  'notebook-text': NotebookText,
  'package': Package,
  'paperclip': Paperclip,
  'pencil': Pencil,
  'plus': Plus,
  'printer': Printer,
  'refresh-cw': RefreshCw,
  'rotate-ccw': RotateCcw,
  'scale': Scale,
  'search': Search,
  'smartphone': Smartphone,
  'sun': Sun,
  'tag': Tag,
  'trash-2': Trash2,
  'triangle-alert': TriangleAlert,
  'truck': Truck,
  'undo-2': Undo2,
  'upload': Upload,
  'user': User,
  'user-check': UserCheck,
  'user-plus': UserPlus,
  'users': Users,
  'x': X,
} satisfies Record<string, IconNode>

export type IconName = keyof typeof icons
