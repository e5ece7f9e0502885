import Ellipsis from '#ui/icons/ellipsis.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Tag } from '#ui/text.tsx';
import type { SavedVersion } from '../../rules/versions-contract.ts';

interface VersionRowProps {
  version: SavedVersion;
  words: string;
  /** What changed with it; null while that is worked out. */
  told: string | null;
  showChanges: (() => void) | undefined;
  compareCurrent: (() => void) | undefined;
  restore: (() => void) | undefined;
  name: () => void;
}

const hows = { saved: '', restored: 'Restored', proposed: 'From a Word file' } as const;
const uses = { exported: 'Downloaded', sent: 'Sent' } as const;

export function VersionRow({
  version,
  words,
  told,
  showChanges,
  compareCurrent,
  restore,
  name,
}: VersionRowProps) {
  const { device, isThisDevice, how, used, name: title } = version;
  const by = isThisDevice ? 'This device' : device;
  return (
    <li
      aria-current={version.isCurrent ? 'true' : undefined}
      className="flex flex-wrap items-start gap-12 border-b border-hairline py-12"
    >
      <div className="min-w-0 flex-1">
        <p className="text-15 font-medium break-words">
          {words}
          {version.isCurrent && title && ' · current'}
        </p>
        <p className="text-14 break-words">{told ?? 'Comparing…'}</p>
        <p className="text-13 text-muted">
          {[by, hows[how]].filter(Boolean).join(' · ')}
          {used && (
            <>
              {' '}
              <Tag>{uses[used]}</Tag>
            </>
          )}
        </p>
      </div>
      <div className="flex gap-8">
        {showChanges && (
          <Button variant="quiet" aria-label={`Show what changed: ${words}`} onClick={showChanges}>
            Show changes
          </Button>
        )}
        <Menu
          label={<Icon of={Ellipsis} />}
          name={`More for ${words}`}
          chevron={false}
          square
          lazy
          align="end"
        >
          {restore && <MenuItem onAct={restore}>Restore this version</MenuItem>}
          {compareCurrent && <MenuItem onAct={compareCurrent}>Compare with current</MenuItem>}
          <MenuItem onAct={name}>{title ? 'Rename' : 'Name this version'}</MenuItem>
        </Menu>
      </div>
    </li>
  );
}
