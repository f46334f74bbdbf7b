import { programme } from './programme.ts';
import { scenes } from './scenes.ts';

/** Runs inside the browser: draws one moment of one scene. */
declare global {
  interface Window {
    seek(name: string, t: number): void;
  }
}

const stage = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
stage.setAttribute('viewBox', '0 0 1280 720');
stage.setAttribute('width', '1280');
stage.setAttribute('height', '720');
stage.style.cssText = "display:block;font-family:'Science Gothic Variable'";
document.body.style.margin = '0';
document.body.append(stage);
window.seek = (name, t) => {
  stage.innerHTML = (scenes[name] ?? programme[name]!).draw(t);
};
