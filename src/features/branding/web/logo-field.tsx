import ImageIcon from '#ui/icons/image.ts';
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadChunk } from '#platform/web/chunks.ts';
import { Button } from '#ui/button.tsx';
import { Field, useField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { logoLook, safeLogo } from '../rules/branded.ts';
import { acceptedPictures } from '../rules/picture.ts';
import { useBranding } from './use-branding.ts';

type Step = { is: 'idle' } | { is: 'reading' } | { is: 'refused'; words: string } | { is: 'set' };

export interface LogoIntake {
  step: Step;
  take(file: File): void;
  remove(): void;
}

/** A file becomes the logo; of two in a row the later one. */
export function useLogoIntake(): LogoIntake {
  const { update } = useBranding();
  const [step, setStep] = useState<Step>({ is: 'idle' });
  const latest = useRef(0);

  const take = (file: File) => {
    const turn = ++latest.current;
    const isLatest = () => turn === latest.current;
    setStep({ is: 'reading' });
    loadChunk(() => import('./logo/read-logo.ts'))
      .then(({ readLogo }) => readLogo(file))
      .then(
        (logo) => {
          if (!isLatest()) return;
          update({ logo });
          setStep({ is: 'set' });
        },
        (error: unknown) => {
          if (!isLatest()) return;
          const words =
            error instanceof Error && error.name === 'LogoRefusal'
              ? error.message
              : 'Couldn’t read the image. Try again.';
          setStep({ is: 'refused', words });
        },
      );
  };

  const hearPaste = useEffectEvent((event: ClipboardEvent) => {
    const file = pictureIn(event.clipboardData);
    // Text that is pasted into a field is somebody's text, even where a picture comes along.
    if (!file || event.clipboardData?.types.includes('text/plain')) return;
    event.preventDefault();
    take(file);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => hearPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);

  return {
    step,
    take,
    remove() {
      latest.current++;
      setStep({ is: 'idle' });
      update({ logo: '' });
    },
  };
}

const pictureIn = (transfer: DataTransfer | null): File | null =>
  [...(transfer?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? transfer?.files[0] ?? null;

/** Takes a picture wherever in here it is dropped: nobody has to aim. */
export function DropArea({
  take,
  children,
}: {
  take: (file: File) => void;
  children: (isOver: boolean) => ReactNode;
}) {
  const [depth, setDepth] = useState(0);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return (
    <div
      onDragEnter={(event) => hasFiles(event) && setDepth(depth + 1)}
      onDragLeave={(event) => hasFiles(event) && setDepth(Math.max(0, depth - 1))}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDepth(0);
        const file = pictureIn(event.dataTransfer);
        if (file) take(file);
      }}
    >
      {children(depth > 0)}
    </div>
  );
}

export function LogoField({ intake, isOver }: { intake: LogoIntake; isOver: boolean }) {
  const { step } = intake;
  const hint =
    step.is === 'set' ? 'Logo added.' : `${acceptedPictures}. You can also drop it here or paste it.`;
  return (
    <Field label="Logo" hint={hint} error={step.is === 'refused' && step.words}>
      <LogoControl intake={intake} isOver={isOver} />
    </Field>
  );
}

function LogoControl({ intake, isOver }: { intake: LogoIntake; isOver: boolean }) {
  const { branding } = useBranding();
  const field = useField();
  const chooser = useRef<HTMLInputElement>(null);
  const logo = safeLogo(branding.logo);
  return (
    <div
      className={`flex flex-wrap items-center gap-12 rounded-4 border border-dashed p-12 ${isOver ? 'border-pen bg-sunken' : 'border-control bg-surface'}`}
    >
      {logo ? (
        <img src={logo} alt="Your logo" width="40" height="40" style={logoLook} />
      ) : (
        <span className="flex items-center justify-center bg-sunken text-muted" style={logoLook}>
          <Icon of={ImageIcon} />
        </span>
      )}
      <input
        {...field}
        ref={chooser}
        type="file"
        className="sr-only"
        tabIndex={-1}
        accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) intake.take(file);
          // The same file again is a new choice.
          event.target.value = '';
        }}
      />
      <Button busy={intake.step.is === 'reading' && 'Reading'} onClick={() => chooser.current?.click()}>
        {logo ? 'Replace' : 'Choose a File'}
      </Button>
      {logo && (
        <Button variant="quiet" onClick={intake.remove}>
          Remove
        </Button>
      )}
    </div>
  );
}
