import { useEffect, useState } from 'react';

export interface FullScreen {
  on: boolean;
  toggle: () => void;
}

/**
 * The whole page goes to full screen and the caller's style sheet enlarges one part, so dialogs and messages are
 * still seen. Where full screen is not available (iPhone), that part fills the window.
 */
export function useFullScreen(): FullScreen {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const listen = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', listen);
    return () => {
      document.removeEventListener('fullscreenchange', listen);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (on || !document.fullscreenEnabled) setOn(!on);
    else document.documentElement.requestFullscreen().catch(() => setOn(true));
  };
  return { on, toggle };
}
