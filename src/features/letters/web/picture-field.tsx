import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field, TextInput } from '#ui/field.tsx';
import { Row, Stack } from '#ui/page.tsx';
import { isOwnPicture } from '../rules/blocks.ts';
import { uploadPicture } from './calls.ts';
import { OwnPictures } from './own-pictures.tsx';
import { shrunk } from './shrink.ts';

interface PictureFieldProps {
  picture: string;
  error: string | undefined;
  set(picture: string): void;
}

/** A picture of a block: uploaded, one from before, or by its address. */
export function PictureField({ picture, error, set }: PictureFieldProps) {
  const file = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const isOwn = isOwnPicture(picture);
  const choose = (next: string) => {
    setRefused('');
    set(next);
  };
  async function upload(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    setBusy(true);
    setRefused('');
    try {
      set((await uploadPicture(await shrunk(chosen))).picture);
    } catch (thrown) {
      setRefused(thrown instanceof Error ? thrown.message : 'Couldn’t upload this image. Try again.');
    }
    setBusy(false);
  }
  return (
    <Stack gap={8}>
      {isOwn ? (
        <div>
          <p className="ui-label">Picture</p>
          {/* What it shows is a field of its own, or the name beside it. */}
          <img src={picture} alt="" className="max-h-96 border border-hairline bg-surface" />
          {(error ?? refused) !== '' && <p className="mt-4 text-13 text-danger">{error ?? refused}</p>}
        </div>
      ) : (
        <Field
          label="Picture"
          compact
          error={error ?? (refused || undefined)}
          hint="Upload one, or enter its URL."
        >
          <TextInput
            type="url"
            placeholder="https://"
            value={picture}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        </Field>
      )}
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        className="sr-only"
        tabIndex={-1}
        aria-hidden
        onChange={({ currentTarget }) => {
          void upload(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Row gap={8}>
        <Button size="tool" busy={isBusy && 'Uploading'} onClick={() => file.current?.click()}>
          {isOwn ? 'Replace' : 'Upload'}
        </Button>
        <Button size="tool" onClick={() => setChoosing(true)}>
          Your pictures
        </Button>
        {isOwn && (
          <Button size="tool" variant="quiet" onClick={() => choose('')}>
            Remove
          </Button>
        )}
      </Row>
      <OwnPictures
        open={isChoosing}
        onClose={() => setChoosing(false)}
        choose={(next) => {
          choose(next);
          setChoosing(false);
        }}
      />
    </Stack>
  );
}
